/**
 * EDN (extensible data notation) for Jackson's streaming interface: {@link mtc.edn.EdnFactory}
 * makes {@link mtc.edn.EdnParser}s.
 *
 * <h2>Mapping</h2>
 *
 * <table>
 * <caption>EDN and the tokens it becomes</caption>
 * <tr><th>EDN<th>token<th>beyond the token
 * <tr><td>map<td>START_OBJECT, END_OBJECT<td>
 * <tr><td>key of a map<td>PROPERTY_NAME<td>{@code keyKind()}. The name is the text of the scalar as
 *     below; of a collection or a tagged form ({@code COMPOSITE}) its source text
 * <tr><td>vector, list, set<td>START_ARRAY, END_ARRAY<td>{@code collection()}
 * <tr><td>keyword<td>VALUE_STRING<td>{@code KEYWORD}; the text is without the colon
 * <tr><td>string, symbol, character<td>VALUE_STRING<td>{@code STRING}, {@code SYMBOL}, {@code
 *     CHARACTER}; the text of a character is the character itself
 * <tr><td>integer<td>VALUE_NUMBER_INT<td>{@code INTEGER}; {@code BIG_INTEGER} with the suffix N or
 *     out of the range of a {@code long}
 * <tr><td>ratio<td>VALUE_STRING<td>{@code RATIO}, in lowest terms; one that is an integer is that
 *     integer
 * <tr><td>floating point number<td>VALUE_NUMBER_FLOAT<td>{@code FLOAT}; {@code DECIMAL} with the
 *     suffix M
 * <tr><td>##Inf, ##-Inf, ##NaN<td>VALUE_NUMBER_FLOAT<td>{@code FLOAT}, {@code isNaN()}
 * <tr><td>nil, true, false<td>VALUE_NULL, VALUE_TRUE, VALUE_FALSE<td>{@code NIL}, {@code BOOLEAN}
 * <tr><td>#tag form<td>the tokens of the form<td>{@code getTypeId()} of its first token is the
 *     innermost tag; {@code tags()} has all
 * </table>
 *
 * <p>The form after {@code #inst} and {@code #uuid} must be a string; it is not parsed further. A
 * number's text is without a plus and the suffixes N and M. Any number of forms may stand at the
 * top level; {@code nextToken()} is null after the last.
 *
 * <h2>What is accepted</h2>
 *
 * <p>The EDN specification, and beyond it what Clojure prints or reads: ratios, the symbolic values
 * {@code ##Inf ##-Inf ##NaN}, {@code 1.}, apostrophes within names, keywords that begin with a
 * digit ({@code :1}), the characters {@code \,}, {@code \formfeed}, {@code \backspace} and {@code
 * \oNNN}, and the escapes {@code \b}, {@code \f} and {@code \}{@code uXXXX} in strings. Metadata,
 * quoting and the other reader macros of Clojure are errors. A byte order mark at the beginning is
 * skipped.
 *
 * <p>Whether a map's keys or a set's elements are distinct is not checked: that would need all of
 * them in memory, and equality of forms, which a stream of tokens does not have.
 *
 * <h2>Places and errors</h2>
 *
 * <p>Lines count line feeds, from 1; columns count bytes, from 1; offsets count bytes, from 0.
 * Errors are {@link tools.jackson.core.JacksonException}s that have a location, and a text without
 * it in {@code getOriginalMessage()}: {@link tools.jackson.core.exc.StreamReadException} for what
 * is not EDN, {@link tools.jackson.core.exc.StreamConstraintsException} for what exceeds the limits
 * on depth and lengths, {@link tools.jackson.core.exc.JacksonIOException} around the stream's own.
 *
 * <h2>Speed</h2>
 *
 * <p>Names of keywords and symbols of up to 64 bytes are interned while the parser's table has
 * room: {@code currentName()} and {@code getString()} then return the same String every time.
 * {@code getLongValue()} and {@code getIntValue()} do not allocate; text is made when it is asked
 * for.
 */
package mtc.edn;
