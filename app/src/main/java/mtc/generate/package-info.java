/**
 * Makes workloads of mini-transactions for people to run, and synthetic histories of simulated
 * stores, valid or with anomalies planted in them.
 *
 * <p>The same seed gives the same bytes on every machine: random numbers and distributions are our
 * own, in integer or strict floating-point arithmetic.
 */
package mtc.generate;
