/** Databases that speak SQL: a {@code Dialect} each, and one client for all of them. */
package mtc.run.sql;
