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

  /** Saw that there is something, and perhaps how often it had been put. */
  static final int SAW_SOMETHING = 5;

  private static final int NUMBERS = 4;

  int size;

  /** By request: the name of its client. */
  private int[] client = new int[64];

  private int[] file = new int[64];
  private boolean[] isAnswered = new boolean[64];

  /** Whether it is what the one before it does if a comparison fails. */
  private boolean[] isOtherwise = new boolean[64];

  /** By request: call, return, revision, line. */
  private long[] numbers = new long[64 * NUMBERS];

  /** By request: where its parts begin; those of the next one begin where they end. */
  private int[] first = new int[65];

  final Ints kind = new Ints();
  final Ints key = new Ints();
  final Ints value = new Ints();
  private long[] mod = new long[256];
  private long[] puts = new long[256];

  void part(int what, int ofKey, int ofValue) {
    sight(what, ofKey, ofValue, 0, 0);
  }

  /** Adds what was seen of a key: its revision, and how often it had been put; 0 if not told. */
  void sight(int what, int ofKey, int ofValue, long revision, long timesPut) {
    if (kind.size() == mod.length) {
      mod = Arrays.copyOf(mod, 2 * mod.length);
      puts = Arrays.copyOf(puts, 2 * puts.length);
    }
    mod[kind.size()] = revision;
    puts[kind.size()] = timesPut;
    kind.add(what);
    key.add(ofKey);
    value.add(ofValue);
  }

  /** Begins a request, whose parts follow. */
  void begin(int ofClient, int inFile, long call, long returned, long line) {
    if (size == client.length) {
      client = Arrays.copyOf(client, 2 * size);
      file = Arrays.copyOf(file, 2 * size);
      isAnswered = Arrays.copyOf(isAnswered, 2 * size);
      isOtherwise = Arrays.copyOf(isOtherwise, 2 * size);
      numbers = Arrays.copyOf(numbers, 2 * size * NUMBERS);
      first = Arrays.copyOf(first, 2 * size + 1);
    }
    client[size] = ofClient;
    file[size] = inFile;
    var at = size * NUMBERS;
    numbers[at] = call;
    numbers[at + 1] = returned;
    numbers[at + 2] = 0;
    numbers[at + 3] = line;
  }

  /** Begins what the last request, which has no answer, does if a comparison of it fails. */
  void beginOtherwise() {
    var of = size - 1;
    begin(client(of), file(of), call(of), returned(of), line(of));
    isOtherwise[size] = true;
  }

  void endAnswered(long revision) {
    isAnswered[size] = true;
    numbers[size * NUMBERS + 2] = revision;
    first[++size] = kind.size();
  }

  void endOpen() {
    first[++size] = kind.size();
  }

  /** Says which revision a request without an answer made. */
  void made(int request, long revision) {
    numbers[request * NUMBERS + 2] = revision;
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

  /** Whether it has an answer, and so took effect for certain. */
  boolean isAnswered(int request) {
    return isAnswered[request];
  }

  boolean isOtherwise(int request) {
    return isOtherwise[request];
  }

  /** Whether its revision is known: it has an answer, or somebody read what it wrote. */
  boolean isKnown(int request) {
    return revision(request) > 0;
  }

  /** Whether it took no effect: what its request did was what its comparisons decide else. */
  boolean isRuledOut(int request) {
    return !isKnown(request)
        && (isOtherwise[request]
            ? isKnown(request - 1)
            : request + 1 < size && isOtherwise[request + 1] && isKnown(request + 1));
  }

  long call(int request) {
    return numbers[request * NUMBERS];
  }

  long returned(int request) {
    return numbers[request * NUMBERS + 1];
  }

  /**
   * The revision of the store: after it, if it wrote something; else when it looked. 0 if that is
   * not known.
   */
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

  /** How often a key that a part saw had been put since it was not there; 0 if that is not told. */
  long puts(int part) {
    return puts[part];
  }

  boolean isWrite(int part) {
    return kind.get(part) <= DELETE;
  }

  boolean writes(int request) {
    for (var part = first[request]; part < first[request + 1]; part++) {
      if (isWrite(part)) {
        return true;
      }
    }
    return false;
  }
}
