/** The logs of Cobra's clients: a folder, a file per session, binary records. */
package mtc.formats.cobra;
