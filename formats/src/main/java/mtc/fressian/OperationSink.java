package mtc.fressian;

/** Where the usual operations of a test go, part by part. */
public interface OperationSink {
  /** Begins one, or begins anew. */
  void begin(long offset);

  void index(long number);

  void time(long nanos);

  /** Whether there is such a type. */
  boolean type(String name);

  void process(long number);

  void function(String name);

  // The value.

  void integer(long number);

  void nil();

  /** Begins a list; what to close it with. */
  int open();

  void close(int opened);

  /** Whether micro-operations begin with such a word. */
  boolean head(String name);

  /** Nothing is missing. */
  void end();
}
