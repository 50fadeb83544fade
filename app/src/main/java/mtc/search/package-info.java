/**
 * What a log leaves open, decided by search: the order of writes that nobody read, the sources of
 * values that were written twice, and which of several appends of one element is which.
 *
 * <p>To be read in this order: {@link mtc.search.OpenReads} and {@link mtc.search.OpenChains} are
 * what there is to choose, {@link mtc.search.CircularReads} and {@link mtc.search.LostUpdates} what
 * no choice can mend, {@link mtc.search.OpenProblem} states it over the nodes of a level's graph,
 * {@link mtc.search.SourcesInTime} rules out what real time does, {@link mtc.search.GuessedOrder}
 * is the order to begin with, for which {@link mtc.search.NearbyOrders} looks ahead, {@link
 * mtc.search.PreferredTime} keeps it where it was in time, {@link mtc.search.OrdersInQuestion}
 * finds what is wrong with it, {@link mtc.search.SolverProblem} hands that to the solver of {@link
 * mtc.solve}, {@link mtc.search.Propagation} settles what follows from what is known if that takes
 * long, and {@link mtc.search.Contradiction} tells in cases why there is no choice. {@link
 * mtc.search.PlacementSearch} does the same for repeated elements of lists, around all that.
 */
package mtc.search;
