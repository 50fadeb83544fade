/**
 * Measures the executable and the jar from outside, as whole commands, beside {@code cat} and
 * {@code wc}. A tool of the build and no part of mtc; {@code ./gradlew bench} runs it.
 */
package mtc.bench;
