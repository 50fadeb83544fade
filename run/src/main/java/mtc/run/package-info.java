/**
 * From a database to a verdict. Read {@code RunCommand}, which knows the options; {@code Target},
 * from a name or URL to a store; {@code Trial}, one run from begin to end.
 */
package mtc.run;
