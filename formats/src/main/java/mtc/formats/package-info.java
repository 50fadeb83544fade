/**
 * What a format is: a {@link mtc.formats.Format} is recognised from a {@link mtc.formats.Sample}
 * and reads a history, a {@link mtc.formats.WritableFormat} also writes one. Each has a room below.
 */
package mtc.formats;
