/** The logs of single registers that Porcupine's tests are made of. */
package mtc.formats.porcupine;
