/**
 * Satisfiability modulo acyclicity: truth values for variables such that all clauses hold and the
 * arcs that they switch on leave a graph without a cycle.
 *
 * <p>It knows nothing of histories. A general SAT solver would do for the clauses, but acyclicity
 * as clauses is cubic in the nodes, and solving, finding a cycle, forbidding it and solving again
 * throws away what the graph knows: here each arc is checked as it is switched on, and the cycle it
 * closes is the clause that is learnt.
 */
package mtc.solve;
