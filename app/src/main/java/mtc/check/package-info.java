/**
 * The door to the checkers: a {@link mtc.check.Checker} decides whether a history satisfies a
 * level, first in linear time ({@link mtc.linear}), then, for what the log leaves open, by {@link
 * mtc.check.Search} ({@link mtc.search}, {@link mtc.registers}). {@link mtc.check.KnownVersions} is
 * for those who only want to know what the log tells of its versions.
 */
package mtc.check;
