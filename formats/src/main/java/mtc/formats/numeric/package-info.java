/**
 * Histories for formats that know nothing but numbers: what is mapped to which, and what is not.
 */
package mtc.formats.numeric;
