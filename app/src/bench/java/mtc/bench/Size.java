package mtc.bench;

/** How many transactions, as people say it: 10k, 1M. */
record Size(String name, int transactions) {
  static Size parse(String name) {
    var unit = name.charAt(name.length() - 1);
    var factor = unit == 'k' ? 1_000 : unit == 'M' ? 1_000_000 : 1;
    var digits = factor == 1 ? name : name.substring(0, name.length() - 1);
    return new Size(name, Math.multiplyExact(Integer.parseInt(digits), factor));
  }
}
