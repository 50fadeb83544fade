/** The binary histories of the first dbcop, which PolySI, VeriStrong and AWDIT read as well. */
package mtc.formats.dbcop;
