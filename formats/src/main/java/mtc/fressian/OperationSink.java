package mtc.fressian;

/** Where the usual operations of a test go, part by part. */
public interface OperationSink {
  /** The number of a word, which is what it goes by from then on. */
  int word(String text);

  /**
   * Begins an operation, or begins anew: all of it but the value. False if one of the words is not
   * what it should be here.
   *
   * @param offset where it begins in the file
   */
  boolean begin(long offset, long index, long time, int type, long process, int function);

  // The value.

  void integer(long number);

  void nil();

  /** Begins a list; what to close it with. */
  int open();

  void close(int opened);

  /** Whether micro-operations begin with such a word. */
  boolean head(int word);

  /** A whole list of a word, a key and an integer; whether micro-operations begin so. */
  boolean microOperation(int head, long key, long value);

  /** The same, of a word, a key and nil. */
  boolean microOperationOfNil(int head, long key);

  /** Nothing is missing. */
  void end();
}
