/**
 * The paper: everything that follows from a history in linear time.
 *
 * <p>To be read in the order of the argument. {@link mtc.linear.Groundwork} takes the steps that
 * all levels share: {@link mtc.linear.Resolution} finds the version that each read saw (with {@link
 * mtc.linear.ListOrders} for lists), and {@link mtc.linear.Chains} those whose predecessor nobody
 * read. The {@link mtc.linear.Graph} has the edges that hold in every order; {@link
 * mtc.linear.Dependencies} are a level's view of it, {@link mtc.linear.RealTime} beside it. {@link
 * mtc.linear.Violations} finds its cycles and names them, {@link mtc.linear.EdgeOrigins} says what
 * each edge comes from, {@link mtc.linear.WitnessOrder} turns an acyclic graph into a proof. {@link
 * mtc.linear.ChainLinearization} is the same for registers, key by key.
 */
package mtc.linear;
