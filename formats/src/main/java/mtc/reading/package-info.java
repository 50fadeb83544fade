/**
 * The readers' door: {@link mtc.reading.HistoryReader} goes from a path to the history that it
 * holds, {@link mtc.reading.HistoryFinder} finds where in a folder or an archive that is and in
 * which of all {@link mtc.reading.Formats}, {@link mtc.reading.HistoryWalk} lists all that are
 * below a path. {@link mtc.reading.LogParts} looks that nothing of a log is left out.
 */
package mtc.reading;
