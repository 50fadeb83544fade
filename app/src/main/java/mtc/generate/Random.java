package mtc.generate;

/** SplitMix64 (Steele, Lea and Flood, 2014): small, fast, and the same everywhere. */
public final class Random {
  private long state;

  public Random(long seed) {
    state = seed;
  }

  /** A generator of its own for a part, so that parts do not shift each other's numbers. */
  public Random split() {
    return new Random(next());
  }

  long next() {
    state += 0x9E3779B97F4A7C15L;
    var z = state;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  /** Uniform in [0, bound). */
  public int below(int bound) {
    return (int) ((next() >>> 32) * bound >>> 32);
  }

  /** Uniform in [0, 1). */
  double unit() {
    return (next() >>> 11) * 0x1.0p-53;
  }

  public boolean chance(double probability) {
    return probability > 0 && unit() < probability;
  }
}
