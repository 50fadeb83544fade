/** What readers of JSON logs share. */
package mtc.formats.json;
