package mtc.run.workload;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import mtc.generate.Random;
import mtc.generate.Workload;

/**
 * The transactions of a run, drawn as sessions ask for them: what is drawn depends on the seed
 * alone, and who runs it when on the sessions.
 *
 * <p>One queue for all finds more than fixed transactions per session: a session that waits for a
 * lock does not hold up the transactions that belong together, which are drawn one after the other.
 */
public final class TransactionQueue {
  private final Plan plan;
  private final Workload workload;
  private final Random random;
  private final Transaction.Builder builder;
  private final List<Deque<Transaction>> own = new ArrayList<>();
  private long drawn;

  public TransactionQueue(Plan plan, Workload workload, long seed) {
    this.plan = plan;
    this.workload = workload;
    this.random = new Random(seed).split();
    this.builder = new Transaction.Builder(plan.hasLists());
    for (var session = 0; session < plan.sessions(); session++) {
      own.add(new ArrayDeque<>());
    }
  }

  /** The transactions that give the preloaded keys their values, to be run before all others. */
  public List<Transaction> preload() {
    var preload = new ArrayList<Transaction>();
    var loaded = (int) Math.round(plan.keys() * plan.preloaded());
    for (var key = 0; key < loaded; key++) {
      preload.add(builder.read(key).write(key, workload.freshValue()).build());
    }
    return preload;
  }

  /** The session's next transaction; null if there is none. */
  public synchronized Transaction next(int session) {
    if (plan.isShared()) {
      return draw();
    }
    // In turns, as the generator writes a workload down.
    while (own.get(session).isEmpty()) {
      var turn = (int) (drawn % plan.sessions());
      var transaction = draw();
      if (transaction == null) {
        return null;
      }
      own.get(turn).add(transaction);
    }
    return own.get(session).remove();
  }

  private Transaction draw() {
    if (drawn == plan.transactions()) {
      return null;
    }
    drawn++;
    workload.next();
    for (var i = 0; i < workload.size(); i++) {
      if (workload.isWrite(i)) {
        builder.write(workload.key(i), workload.value(i));
      } else {
        builder.read(workload.key(i));
      }
    }
    if (workload.isMini()) {
      builder.lastWritesInOrder();
    }
    var transaction = builder.build();
    if (random.chance(plan.paused())) {
      transaction.pause(random.below(transaction.size() + 1), plan.pauseNanos());
    }
    return transaction;
  }
}
