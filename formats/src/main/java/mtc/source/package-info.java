/**
 * Where bytes come from: files, folders, archives, compressed files, standard input. {@link
 * mtc.source.Sources} is the door, a {@link mtc.source.Source} what is behind it, an {@link
 * mtc.source.Input} one log of that as a format reads it. The {@link mtc.source.Limits} hold for
 * all of them; {@link mtc.source.InputException} says what was wrong, and where.
 *
 * <p>Where bytes go is here, too ({@link mtc.source.Output}, {@link mtc.source.TemporaryFile}), and
 * how text from outside is shown ({@link mtc.source.Printable}).
 */
package mtc.source;
