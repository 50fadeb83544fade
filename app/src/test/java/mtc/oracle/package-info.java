/**
 * The trust machinery: brute-force oracles written from the definitions alone, generators of random
 * small histories, and a verifier that re-derives every counterexample from the history.
 */
package mtc.oracle;
