/** The EDN parser as a program of its own, which the benchmark measures. */
package mtc.tokens;
