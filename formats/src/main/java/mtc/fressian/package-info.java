/**
 * Fressian, the binary notation of Clojure's data in which Jepsen stores its tests, as a stream of
 * the same tokens as EDN and JSON.
 *
 * <p>The library of that name is not used: it makes an object of every value, believes every count
 * that it is told, recurses as deep as its input does, and finds its handlers by reflection. This
 * is a few hundred lines over an array of bytes that make an object of a word that is new, of
 * nothing else, and set no memory aside that the input has no bytes for.
 */
package mtc.fressian;
