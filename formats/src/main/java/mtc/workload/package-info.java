/**
 * What the operations of a test mean: a {@link mtc.workload.Workload} is recognised by the shape of
 * its {@link mtc.workload.Calls} and makes transactions of them. {@link mtc.workload.Workloads}
 * lists all there are.
 */
package mtc.workload;
