/** Clients that are programs, in any language: a process per session, JSON lines in and out. */
package mtc.run.exec;
