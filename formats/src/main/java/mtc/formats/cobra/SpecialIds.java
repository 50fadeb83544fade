package mtc.formats.cobra;

/** Ids with a meaning. They are 32-bit constants, zero-extended to the 64 bits of an id. */
final class SpecialIds {
  /** The key was there before the run. */
  static final long INIT = 0xBEBEEBEEL;

  /** The key was absent; no different from {@link #INIT} for whoever reads it. */
  static final long NULL = 0xDEADBEEFL;

  /** The write id of every delete. */
  static final long DELETE = 0xABCDEFABL;

  /** Cobra's own, for version orders; never in logs. */
  static final long MISSING = 0xADEAFBEEL;

  /** What a read of the garbage collector's flag finds: the flag is set from outside. */
  static final long GC_TRUE = 0x23332333L;

  static final long GC_FALSE = 0x66666666L;

  /** All ids of VeriStrong's logs, which tell versions apart by their value hash alone. */
  static final long UNIVERSAL = 0xABDDEFEEL;

  private SpecialIds() {}

  static boolean isInitial(long id) {
    return id == INIT || id == NULL;
  }

  static boolean isCollector(long id) {
    return id == GC_TRUE || id == GC_FALSE;
  }

  static boolean isSpecial(long id) {
    return isInitial(id) || isCollector(id) || id == DELETE || id == MISSING || id == UNIVERSAL;
  }
}
