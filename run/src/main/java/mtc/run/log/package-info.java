/** What happened, as a Jepsen history: written while it happens, read while it grows. */
package mtc.run.log;
