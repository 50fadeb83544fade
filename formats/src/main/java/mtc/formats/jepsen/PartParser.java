package mtc.formats.jepsen;

import java.io.IOException;
import java.util.Arrays;
import mtc.history.Scalars;
import mtc.source.InputException;

/** Parses a part of a history: usual lines as they are, all others by tokens. */
final class PartParser {
  /** Declined lines, before it is asked whether there are too many of them to go on like this. */
  private static final int TRIED = 16;

  /** So many usual lines pay for one that is not: in JSON that needs a parser of its own. */
  private static final int PAYING_EDN = 1;

  private static final int PAYING_JSON = 8;

  private final OperationBatch part;
  private final Listing listing;
  private final LineParser lineParser;
  private final Scalars scalars;
  private final byte[] bytes;

  /** The beginning of a line, or the end, and how many line feeds are before it. */
  private int at;

  private int lines;

  private int usual;
  private int declined;

  PartParser(OperationBatch part, Listing listing, LineParser lineParser, Scalars scalars) {
    this.part = part;
    this.listing = listing;
    this.lineParser = lineParser;
    this.scalars = scalars;
    this.bytes = part.bytes;
  }

  /** Adds all operations to the part, or fails; how many line feeds it has. */
  int parse() throws IOException {
    lineParser.begin(part, scalars);
    Tokens tokens = null;
    while (at < part.length) {
      var next = lineParser.line(at, lines + 1L);
      if (next != LineParser.DECLINED) {
        at = next;
        lines++;
        usual++;
      } else if (listing == Listing.EDN_MAPS) {
        declined++;
        tokens = tokens == null ? Tokens.ofEdnInPlace(bytes, part.length, scalars) : tokens;
        readEdn(tokens);
      } else {
        declined++;
        readJson();
      }
    }
    return lines;
  }

  private boolean isMostlyDeclined(int paying) {
    return declined > TRIED && usual < (long) declined * paying;
  }

  /** Reads operations until one ends with its line, or all of them. */
  private void readEdn(Tokens tokens) throws IOException {
    tokens.moveTo(at, lines + 1L);
    var parser = new OperationParser(tokens);
    var goesOn = true;
    do {
      goesOn = part.addNext(parser);
      if (parser.isVector()) {
        throw InputException.of("expected no vector of operations where there are maps");
      }
      at = tokens.position();
    } while (goesOn && (bytes[at] != '\n' || isMostlyDeclined(PAYING_EDN)));
    lines = tokens.linesRead();
    if (goesOn) {
      at++;
      lines++;
    } else {
      at = part.length;
    }
  }

  /** Reads what comes before the next line that begins with a brace, or all. */
  private void readJson() throws IOException {
    var end = isMostlyDeclined(PAYING_JSON) ? part.length : nextBrace();
    var tokens =
        listing.tokens(
            Arrays.copyOfRange(bytes, at, end),
            end - at,
            part.isFirst && at == 0,
            part.isLast && end == part.length,
            scalars);
    tokens.countLinesAfter(lines);
    var parser = new OperationParser(tokens);
    var hasAny = part.addNext(parser);
    part.addAll(parser);
    var isArray = listing == Listing.JSON_ARRAY;
    if (parser.isVector() != isArray || isArray && !hasAny) {
      // An array of its own between others, or a comma before the end of the array.
      throw InputException.of("expected operations as they were before");
    }
    countLines(end);
    at = end;
  }

  /** Where the next line begins that begins with a brace and is not the first to have one. */
  private int nextBrace() {
    var p = at;
    while (p < part.length && bytes[p] != '{') {
      p++;
    }
    do {
      p++;
    } while (p < part.length && (bytes[p] != '{' || bytes[p - 1] != '\n'));
    return Math.min(p, part.length);
  }

  /** As the parser of JSON counts them. */
  private void countLines(int end) {
    for (var i = at; i < end; i++) {
      var isEnd = bytes[i] == '\n' || bytes[i] == '\r' && (i + 1 == end || bytes[i + 1] != '\n');
      lines += isEnd ? 1 : 0;
    }
  }
}
