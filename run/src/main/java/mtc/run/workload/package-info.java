/** What sessions run: transactions, drawn from the generator's mix and a {@code Plan}. */
package mtc.run.workload;
