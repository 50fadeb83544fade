/** Histories of one operation per line: those of PolySI, Plume and IsoVista, and AWDIT's. */
package mtc.formats.text;
