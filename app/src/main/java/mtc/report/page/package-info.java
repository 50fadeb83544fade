/**
 * The page that {@code --html} writes, for people who do not know the theory: what was found, in
 * words, as a circle of reasons, and over time.
 *
 * <p>{@link mtc.report.page.HtmlReport} puts it together of a part per input; a {@code Section}
 * tells of one input, and of each counterexample in it a {@code CycleList}, a {@code StuckView} and
 * a timeline: {@code Neighbourhood} picks who is in it, {@code TimelineLayout} says where, {@code
 * TimelineFigure} writes it down. Everything is text and can be read without the script.
 */
package mtc.report.page;
