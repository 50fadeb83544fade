package mtc.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Random;

/**
 * Histories that leave something open, as others publish figures for; {@code mtc generate} makes
 * none. They are what a store does that runs one transaction at a time.
 */
final class OpenInputs {
  private static final int KEYS = 10_000;
  private static final int OPERATIONS = 15;
  private static final int REGISTER_VALUES = 5;

  private final Path folder;

  OpenInputs(Path folder) {
    this.folder = folder;
  }

  /** Transactions of reads and blind writes in equal parts, as PolySI's text. */
  Path general(int sessions, int transactions, boolean isZipf) throws IOException {
    var name = (isZipf ? "zipf-" : "uniform-") + sessions + "x" + transactions;
    var random = new Random(5);
    var turns = new ArrayList<Integer>();
    var logs = new ArrayList<StringBuilder>();
    for (var s = 0; s < sessions; s++) {
      turns.addAll(Collections.nCopies(transactions, s));
      logs.add(new StringBuilder());
    }
    Collections.shuffle(turns, random);
    var weights = weights(isZipf);
    var store = new HashMap<Integer, Integer>();
    var written = 0;
    for (var t = 0; t < turns.size(); t++) {
      for (var o = 0; o < OPERATIONS; o++) {
        var found = Arrays.binarySearch(weights, random.nextDouble() * weights[KEYS - 1]);
        var key = found < 0 ? -found - 1 : found;
        var isWrite = random.nextBoolean();
        if (isWrite) {
          store.put(key, ++written);
        }
        logs.get(turns.get(t))
            .append(isWrite ? "w(" : "r(")
            .append(key)
            .append(',')
            .append(store.getOrDefault(key, 0))
            .append(',')
            .append(turns.get(t))
            .append(',')
            .append(t + 1)
            .append(")\n");
      }
    }
    return Files.writeString(folder.resolve(name + ".polysi"), String.join("", logs));
  }

  /** By key: the sum of the weights up to it. */
  private static double[] weights(boolean isZipf) {
    var weights = new double[KEYS];
    var sum = 0.0;
    for (var key = 0; key < KEYS; key++) {
      sum += isZipf ? 1.0 / (key + 1) : 1;
      weights[key] = sum;
    }
    return weights;
  }

  /** Reads, writes and compare-and-sets of five values on one register, as Porcupine's logs. */
  Path register(int sessions, int operations) throws IOException {
    var random = new Random(5);
    var file = folder.resolve("register-" + operations + ".porcupine");
    var waiting = new ArrayList<Call>();
    var idle = new ArrayList<Integer>();
    for (var s = 0; s < sessions; s++) {
      idle.add(s);
    }
    String value = null;
    try (var out = Files.newBufferedWriter(file)) {
      for (var left = operations; left > 0 || !waiting.isEmpty(); ) {
        if (left > 0 && !idle.isEmpty() && (waiting.isEmpty() || random.nextBoolean())) {
          var call = Call.any(idle.remove(random.nextInt(idle.size())), random);
          waiting.add(call);
          call.write(out, ":invoke", call.argument());
          left--;
          continue;
        }
        var call = waiting.get(random.nextInt(waiting.size()));
        if (call.outcome == null) {
          value = call.run(value);
        } else {
          call.write(out, call.outcome, call.result);
          waiting.remove(call);
          idle.add(call.session);
        }
      }
    }
    return file;
  }

  /** An operation on the register from its call to its return. */
  private static final class Call {
    private final int session;
    private final String function;
    private final List<String> arguments = new ArrayList<>();
    private String outcome;
    private String result;

    private Call(int session, String function) {
      this.session = session;
      this.function = function;
    }

    static Call any(int session, Random random) {
      var functions = List.of(":read", ":write", ":cas", ":cas");
      var call = new Call(session, functions.get(random.nextInt(functions.size())));
      var count = call.function.equals(":read") ? 0 : call.function.equals(":write") ? 1 : 2;
      for (var i = 0; i < count; i++) {
        call.arguments.add(Integer.toString(random.nextInt(REGISTER_VALUES)));
      }
      return call;
    }

    String argument() {
      return switch (arguments.size()) {
        case 0 -> "nil";
        case 1 -> arguments.getFirst();
        default -> "[" + String.join(" ", arguments) + "]";
      };
    }

    /** Takes effect, and says what the register holds then. */
    String run(String value) {
      outcome = ":ok";
      result = arguments.isEmpty() ? value == null ? "nil" : value : argument();
      if (arguments.size() == 2 && !arguments.getFirst().equals(value)) {
        outcome = ":fail";
      }
      return arguments.isEmpty() || outcome.equals(":fail") ? value : arguments.getLast();
    }

    void write(BufferedWriter out, String type, String value) throws IOException {
      out.write("INFO  jepsen.util - " + session + "\t" + type + "\t" + function + "\t" + value);
      out.newLine();
    }
  }
}
