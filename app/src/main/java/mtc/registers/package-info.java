/**
 * The search for a linearization of one register at a time, where the order of its writes is open.
 * {@link mtc.registers.LinearizationSearch} goes from key to key, {@link
 * mtc.registers.RegisterSearch} decides one.
 */
package mtc.registers;
