/** Drivers by name, fetched from Maven Central when they are first used. */
package mtc.run.driver;
