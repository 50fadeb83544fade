/** Where bytes come from: files, folders, archives, compressed files, standard input. */
package mtc.source;
