/** Bytes of logs, in and out: buffered reading with offsets, and room for what must wait. */
package mtc.formats.bytes;
