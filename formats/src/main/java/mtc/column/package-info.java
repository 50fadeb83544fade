/** Columns of primitives that grow: what hot code is written over, where a list would box. */
package mtc.column;
