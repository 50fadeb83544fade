package mtc.report;

import java.util.List;

/**
 * Everything that came of one input.
 *
 * @param path the input, as the user named it
 * @param number which of the inputs it is, from 0
 * @param all an answer per level, in the order to tell them; one alone if it could not be read
 */
public record Answers(String path, int number, List<Answer> all) {}
