/** Sessions that run a workload on a store, and log it. */
package mtc.run.session;
