package mtc.formats.etcd;

import java.util.Arrays;
import mtc.column.Ints;

/** The requests of all clients, in columns, until the last of them has told its revision. */
final class Requests {
  // What a part of a request is.
  static final int PUT = 0;
  static final int DELETE = 1;

  /** Saw a value; its revision is that of the value. */
  static final int READ = 2;

  /** Saw that there is nothing. */
  static final int ABSENT = 3;

  /** Saw the version of a revision, or of revision 0 that there is nothing. */
  static final int SAW_REVISION = 4;

  private static final int NUMBERS = 4;

  int size;
  private int[] client = new int[64];
  private int[] file = new int[64];
  private boolean[] isAnswered = new boolean[64];

  /** By request: call, return, revision, line. */
  private long[] numbers = new long[64 * NUMBERS];

  /** By request: where its parts begin; those of the next one begin where they end. */
  private int[] first = new int[65];

  final Ints kind = new Ints();
  final Ints key = new Ints();
  final Ints value = new Ints();
  private long[] mod = new long[256];

  void part(int what, int ofKey, int ofValue, long revision) {
    if (kind.size() == mod.length) {
      mod = Arrays.copyOf(mod, 2 * mod.length);
    }
    mod[kind.size()] = revision;
    kind.add(what);
    key.add(ofKey);
    value.add(ofValue);
  }

  void end(
      int ofClient,
      int inFile,
      boolean answered,
      long call,
      long returned,
      long revision,
      long line) {
    if (size == client.length) {
      client = Arrays.copyOf(client, 2 * size);
      file = Arrays.copyOf(file, 2 * size);
      isAnswered = Arrays.copyOf(isAnswered, 2 * size);
      numbers = Arrays.copyOf(numbers, 2 * size * NUMBERS);
      first = Arrays.copyOf(first, 2 * size + 1);
    }
    client[size] = ofClient;
    file[size] = inFile;
    isAnswered[size] = answered;
    var at = size * NUMBERS;
    numbers[at] = call;
    numbers[at + 1] = returned;
    numbers[at + 2] = revision;
    numbers[at + 3] = line;
    first[++size] = kind.size();
  }

  int first(int request) {
    return first[request];
  }

  int client(int request) {
    return client[request];
  }

  int file(int request) {
    return file[request];
  }

  /** Whether it took effect for certain. */
  boolean isAnswered(int request) {
    return isAnswered[request];
  }

  long call(int request) {
    return numbers[request * NUMBERS];
  }

  long returned(int request) {
    return numbers[request * NUMBERS + 1];
  }

  /** The revision of the store: after it, if it wrote something; else when it looked. */
  long revision(int request) {
    return numbers[request * NUMBERS + 2];
  }

  long line(int request) {
    return numbers[request * NUMBERS + 3];
  }

  /** The revision that a part saw. */
  long mod(int part) {
    return mod[part];
  }

  boolean writes(int request) {
    for (var part = first[request]; part < first[request + 1]; part++) {
      if (kind.get(part) <= DELETE) {
        return true;
      }
    }
    return false;
  }
}
