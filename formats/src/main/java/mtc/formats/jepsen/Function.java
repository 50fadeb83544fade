package mtc.formats.jepsen;

/** What {@code :f} says that an operation does, as far as it matters. */
enum Function {
  /** Nothing: the value's micro-operations tell. */
  NONE,
  TXN,
  READ,
  WRITE,
  CAS,
  OTHER;

  private static final String ANOTHER_KIND = "a workload of another kind";

  static Function of(String name) {
    return switch (name) {
      case "txn" -> TXN;
      case "read" -> READ;
      case "write" -> WRITE;
      case "cas" -> CAS;
      default -> OTHER;
    };
  }

  /** Whether a workload that is known by name does this, and no nemesis. */
  static boolean isOfClients(String name) {
    return name == null || of(name) != OTHER || !workload(name).equals(ANOTHER_KIND);
  }

  /** The workload that an operation belongs to which is no read, write or transaction. */
  static String workload(String name) {
    return switch (name) {
      case "transfer" -> "a bank workload";
      case "add" -> "a counter or set workload";
      case "inc", "dec", "increment", "decrement", "incr", "decr" -> "a counter workload";
      case "enqueue", "dequeue", "drain" -> "a queue workload";
      case "acquire", "release", "lock", "unlock" -> "a mutex workload";
      case "get", "put", "append" -> "a key-value workload of string appends (Porcupine's kv)";
      case "send", "poll", "subscribe", "assign" -> "a log (Kafka) workload";
      case "generate" -> "a unique-ids workload";
      case "broadcast" -> "a broadcast workload";
      case "insert", "upsert", "delete", "del" -> "a table workload";
      default -> ANOTHER_KIND;
    };
  }

  /** Who checks such a workload, as the end of a sentence; empty if nobody is known to. */
  static String instead(String name) {
    return switch (name) {
      case "enqueue", "dequeue", "drain" ->
          " (jepsen.checker/total-queue and Knossos's queue models check it)";
      case "send", "poll", "subscribe", "assign" -> " (jepsen.tests.kafka checks it)";
      case "generate" -> " (jepsen.checker/unique-ids checks it)";
      case "rp" -> " (--workload closed-predicate reads it, also without an :init)";
      default -> "";
    };
  }

  /** How to read the log without such operations, as the end of a sentence. */
  static String without(String name) {
    return "; --ignore "
        + name
        + " leaves such operations out, if they change nothing that others read";
  }
}
