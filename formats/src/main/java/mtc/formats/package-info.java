/** Every format that histories are read from and written in, and how an input's is found. */
package mtc.formats;
