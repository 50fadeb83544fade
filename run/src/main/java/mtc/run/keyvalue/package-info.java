/** Key-value stores that are servers, each spoken to in its own protocol. */
package mtc.run.keyvalue;
