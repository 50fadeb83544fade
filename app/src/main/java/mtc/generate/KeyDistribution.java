package mtc.generate;

/** Which keys transactions touch, and how often. */
public sealed interface KeyDistribution {
  /** A key in [0, keys). */
  int pick(Random random);

  /** How many keys there are. */
  int keys();

  /** Every key is as likely as every other. */
  record Uniform(int keys) implements KeyDistribution {
    @Override
    public int pick(Random random) {
      return random.below(keys);
    }
  }

  /** Some keys get most of the operations: by default a fifth of them gets four fifths. */
  record Hotspot(int keys, double hotKeys, double hotOperations) implements KeyDistribution {
    @Override
    public int pick(Random random) {
      var hot = Math.clamp((long) (keys * hotKeys), 1, keys);
      if (hot == keys || random.chance(hotOperations)) {
        return random.below(hot);
      }
      return hot + random.below(keys - hot);
    }
  }

  /** Key k with a probability that falls exponentially; the rate is relative to all keys. */
  record Exponential(int keys, double rate, double massOfAll) implements KeyDistribution {
    public Exponential(int keys, double rate) {
      this(keys, rate, -StrictMath.expm1(-rate));
    }

    @Override
    public int pick(Random random) {
      var key = -StrictMath.log1p(-random.unit() * massOfAll) / rate * keys;
      return (int) Math.min(key, keys - 1); // Rounding may reach the end itself.
    }
  }

  /**
   * Key k with a probability proportional to 1 / (k + 1)^skew: rejection from the integral of the
   * density (Hörmann and Derflinger, 1996), which needs no table of the keys.
   */
  record Zipf(int keys, double skew, double integralAtOne, double integralAtEnd, double certain)
      implements KeyDistribution {
    public Zipf(int keys, double skew) {
      this(
          keys,
          skew,
          integral(1.5, skew) - 1,
          integral(keys + 0.5, skew),
          2 - inverseIntegral(integral(2.5, skew) - density(2, skew), skew));
    }

    @Override
    public int pick(Random random) {
      while (true) {
        var u = integralAtEnd + random.unit() * (integralAtOne - integralAtEnd);
        var x = inverseIntegral(u, skew);
        var k = (int) Math.clamp(StrictMath.floor(x + 0.5), 1.0, keys);
        // Most draws are so close to k that the test, which costs three more logarithms, is sure
        // to accept them.
        if (k - x <= certain || u >= integral(k + 0.5, skew) - density(k, skew)) {
          return k - 1;
        }
      }
    }

    private static double density(double x, double skew) {
      return StrictMath.exp(-skew * StrictMath.log(x));
    }

    private static double integral(double x, double skew) {
      var log = StrictMath.log(x);
      return expm1OverX((1 - skew) * log) * log;
    }

    private static double inverseIntegral(double u, double skew) {
      var t = Math.max(u * (1 - skew), -1);
      return StrictMath.exp(log1pOverX(t) * u);
    }

    private static double expm1OverX(double x) {
      return Math.abs(x) > 1e-8 ? StrictMath.expm1(x) / x : 1 + x * 0.5;
    }

    private static double log1pOverX(double x) {
      return Math.abs(x) > 1e-8 ? StrictMath.log1p(x) / x : 1 - x * 0.5;
    }
  }
}
