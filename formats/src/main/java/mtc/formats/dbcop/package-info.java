/** The formats of dbcop, old and current. */
package mtc.formats.dbcop;
