package mtc.edn;

import java.io.ByteArrayInputStream;
import java.io.CharArrayReader;
import java.io.DataInput;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import tools.jackson.core.ErrorReportConfiguration;
import tools.jackson.core.FormatSchema;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.Version;
import tools.jackson.core.base.DecorableTSFactory.DecorableTSFBuilder;
import tools.jackson.core.base.TextualTSFactory;
import tools.jackson.core.io.IOContext;

/**
 * Makes {@link EdnParser}s. Bytes are UTF-8; characters are turned into it. There is no generator,
 * and no parser of a {@link DataInput}: both throw {@link UnsupportedOperationException}.
 */
public final class EdnFactory extends TextualTSFactory {
  private static final long serialVersionUID = 1;

  static final Version VERSION = new Version(0, 1, 0, null, "mtc", "edn");

  private static final int BUFFER = 1 << 16;

  /** An open collection costs one small object, so there is room for more than Jackson's 500. */
  private static final int DEPTH = 1000;

  private final int bufferSize;

  public EdnFactory() {
    this(BUFFER);
  }

  EdnFactory(int bufferSize) {
    super(
        StreamReadConstraints.defaults().rebuild().maxNestingDepth(DEPTH).build(),
        StreamWriteConstraints.defaults(),
        ErrorReportConfiguration.defaults(),
        0,
        0);
    this.bufferSize = bufferSize;
  }

  private EdnFactory(Builder builder) {
    super(builder);
    bufferSize = builder.bufferSize;
  }

  private EdnFactory(EdnFactory other) {
    super(other);
    bufferSize = other.bufferSize;
  }

  /** To change Jackson's limits: depth, lengths of names, strings and numbers. */
  public static final class Builder extends DecorableTSFBuilder<EdnFactory, Builder> {
    private final int bufferSize;

    private Builder(EdnFactory base) {
      super(base);
      bufferSize = base.bufferSize;
    }

    @Override
    public EdnFactory build() {
      return new EdnFactory(this);
    }
  }

  public static Builder builder() {
    return new EdnFactory().rebuild();
  }

  @Override
  public Builder rebuild() {
    return new Builder(this);
  }

  @Override
  public EdnFactory copy() {
    return new EdnFactory(this);
  }

  @Override
  public TokenStreamFactory snapshot() {
    return this;
  }

  @Override
  public String getFormatName() {
    return "EDN";
  }

  @Override
  public Version version() {
    return VERSION;
  }

  @Override
  public boolean canUseSchema(FormatSchema schema) {
    return false;
  }

  @Override
  public boolean canParseAsync() {
    return false;
  }

  @Override
  public boolean canUseCharArrays() {
    return false;
  }

  @Override
  public EdnParser createParser(ObjectReadContext read, InputStream in) {
    return (EdnParser) super.createParser(read, in);
  }

  @Override
  public EdnParser createParser(ObjectReadContext read, byte[] data) {
    return (EdnParser) super.createParser(read, data);
  }

  /**
   * A parser of the first bytes of an array, which are not copied.
   *
   * @param buffer must be longer than that: the byte after the last is overwritten
   */
  public EdnParser createParserInPlace(ObjectReadContext read, byte[] buffer, int length) {
    var io = _createContext(_createContentReference(buffer, 0, length), false);
    return new EdnParser(read, io, read.getStreamReadFeatures(_streamReadFeatures), buffer, length);
  }

  @Override
  public EdnParser createParser(ObjectReadContext read, String text) {
    return (EdnParser) super.createParser(read, text);
  }

  @Override
  protected EdnParser _createParser(ObjectReadContext read, IOContext io, InputStream in) {
    int features = read.getStreamReadFeatures(_streamReadFeatures);
    return new EdnParser(read, io, features, in, bufferSize);
  }

  @Override
  protected EdnParser _createParser(ObjectReadContext read, IOContext io, Reader reader) {
    return _createParser(read, io, new CharsAsUtf8(reader));
  }

  @Override
  protected EdnParser _createParser(
      ObjectReadContext read, IOContext io, byte[] data, int offset, int length) {
    return _createParser(read, io, new ByteArrayInputStream(data, offset, length));
  }

  @Override
  protected EdnParser _createParser(
      ObjectReadContext read, IOContext io, char[] data, int from, int length, boolean recyclable) {
    return _createParser(read, io, new CharArrayReader(data, from, length));
  }

  @Override
  protected EdnParser _createParser(ObjectReadContext read, IOContext io, DataInput input) {
    throw new UnsupportedOperationException("EDN is not read from a DataInput");
  }

  @Override
  protected JsonGenerator _createGenerator(ObjectWriteContext write, IOContext io, Writer out) {
    throw new UnsupportedOperationException("EDN is read only");
  }

  @Override
  protected JsonGenerator _createUTF8Generator(
      ObjectWriteContext write, IOContext io, OutputStream out) {
    throw new UnsupportedOperationException("EDN is read only");
  }
}
