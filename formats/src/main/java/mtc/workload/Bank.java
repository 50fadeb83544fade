package mtc.workload;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.InputException;

/**
 * A bank ({@code jepsen.tests.bank}): transfers move amounts between accounts, and reads return all
 * balances. What a transfer wrote is not in the log, but no transfer changes the sum of all
 * balances: so that is a register which nobody writes, and every read reads it. Two reads with
 * different sums refute snapshot isolation and what is above; equal sums prove nothing.
 */
final class Bank implements Workload {
  private static final long USUAL_TOTAL = 100;

  @Override
  public String name() {
    return "bank";
  }

  @Override
  public String level() {
    return "si";
  }

  @Override
  public String reading() {
    return "a :read reads the sum of all balances, which no :transfer changes; what a transfer"
        + " wrote is not in the log, so sums can refute and not prove";
  }

  @Override
  public List<String> functions() {
    return List.of("transfer", "read");
  }

  @Override
  public boolean recognises(Calls calls) {
    return calls.has("transfer")
        && calls.has("read")
        && calls.all("read", call -> !call.isOk() || call.answered.isMap(0));
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    into.onlyAt(
        "sums tell nothing of levels that allow lost updates",
        "psi",
        "si",
        "strong-si",
        "ser",
        "ser-lin",
        "sser");
    into.relaxed("the balances that transfers wrote are not in the log, only their sum is known");
    var out = new Transactions(into);
    var expected =
        into.reading().initial() == null
            ? mostFrequentSum(calls, out.scalars)
            : into.initialValueGiven();
    into.reservedInitialValue(expected);
    if (expected != Scalars.NIL) {
      into.note("the sum of all balances is taken to be " + out.scalars.render(expected));
    }
    var total = into.key(out.keyword("total"));
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      out.begin(call);
      if (call.function.equals("read") && call.isOk()) {
        out.read(total, sum(call, out.scalars));
      }
      out.end(call);
    }
  }

  /**
   * Whatever the true sum is, a read with another one is wrong, or all those with this one are. Of
   * two that are as frequent it is the one that jepsen.tests.bank has if nothing else is said.
   */
  private static int mostFrequentSum(Calls calls, Scalars scalars) throws InputException {
    Map<Integer, Integer> counts = new HashMap<>();
    var call = new Call();
    var most = Scalars.NIL;
    var usual = scalars.integer(USUAL_TOTAL);
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      if (call.function.equals("read") && call.isOk()) {
        var sum = sum(call, scalars);
        counts.merge(sum, 1, Integer::sum);
        var more = counts.get(sum) - counts.getOrDefault(most, 0);
        if (sum != Scalars.UNKNOWN && (more > 0 || more == 0 && sum == usual)) {
          most = sum;
        }
      }
    }
    return most;
  }

  /** Unknown if a balance is nil. */
  private static int sum(Call call, Scalars scalars) throws InputException {
    var balances = call.answered;
    if (!balances.isMap(0)) {
      throw call.error("expected a map of balances, found " + balances.describe(0, scalars));
    }
    var sum = 0L;
    var wraps = 0L;
    for (var at = 2; at < balances.size; at += 2) {
      if (balances.isNil(at)) {
        return Scalars.UNKNOWN;
      }
      if (!balances.isScalar(at) || !scalars.isIntegral(balances.scalar(at, scalars))) {
        throw call.error("expected a number as a balance, found " + balances.describe(at, scalars));
      }
      var balance = scalars.longValue(balances.scalar(at, scalars));
      var isWrapped = (sum < 0) == (balance < 0) && (sum + balance < 0) != (sum < 0);
      wraps += isWrapped ? sum < 0 ? -1 : 1 : 0;
      sum += balance;
    }
    return wraps == 0 ? scalars.integer(sum) : big(sum, wraps, scalars);
  }

  /** A sum that went beyond 64 bits so many times more often above than below. */
  private static int big(long sum, long wraps, Scalars scalars) {
    var exact = BigInteger.valueOf(wraps).shiftLeft(Long.SIZE).add(BigInteger.valueOf(sum));
    return scalars.text(Scalars.Kind.BIG_INTEGER, exact.toString());
  }
}
