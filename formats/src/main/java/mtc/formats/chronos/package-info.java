/** Chronos, of TimeKiller: transactions with the database's own start and commit timestamps. */
package mtc.formats.chronos;
