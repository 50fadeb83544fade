/**
 * What native-image is to compile in place of parts of the libraries: parts that mtc never needs,
 * or needs only a little of, but that would make up a quarter of the executable. On the JVM the
 * libraries are what they are.
 */
package mtc.nativeimage;
