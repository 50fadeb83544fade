package mtc.fuzz;

import java.util.Arrays;

/**
 * A fuzzer's bytes as choices: a structure that is built from them changes a little when one of
 * them does, which is what makes a mutation of the bytes one of the structure. Behind their end
 * every choice is the first.
 */
final class Dice {
  private final byte[] bytes;
  private int at;

  Dice(byte[] bytes) {
    this.bytes = bytes;
  }

  boolean isEmpty() {
    return at >= bytes.length;
  }

  /** 0 to 255. */
  int octet() {
    return at < bytes.length ? bytes[at++] & 0xff : 0;
  }

  /** 0 to bound - 1. */
  int below(int bound) {
    return octet() % bound;
  }

  boolean chance(int of256) {
    return octet() >= 256 - of256;
  }

  long number() {
    var length = below(9);
    var number = 0L;
    for (var i = 0; i < length; i++) {
      number = number << 8 | octet();
    }
    return number;
  }

  <T> T of(T[] choices) {
    return choices[below(choices.length)];
  }

  byte[] some(int most) {
    var length = Math.min(below(most + 1), bytes.length - at);
    var some = Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    return some;
  }

  byte[] rest() {
    var rest = Arrays.copyOfRange(bytes, Math.min(at, bytes.length), bytes.length);
    at = bytes.length;
    return rest;
  }
}
