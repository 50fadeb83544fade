package mtc.check;

import java.util.SplittableRandom;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import mtc.solve.Budget;

final class SearchBench {
  static History random(int sessions, int txns, int ops, int keys, boolean zipf, long seed, boolean si) {
    var r = new SplittableRandom(seed);
    var b = new HistoryBuilder("x");
    b.defaultInitialValue(0);
    var store = new int[keys];
    var value = 1;
    var cum = new double[keys];
    var sum = 0.0;
    for (var k = 0; k < keys; k++) { sum += 1.0 / (k + 1); cum[k] = sum; }
    // sessions interleaved at random, each transaction atomic; logged session-major
    var order = new java.util.ArrayList<Integer>();
    for (var s = 0; s < sessions; s++) for (var t = 0; t < txns; t++) order.add(s);
    java.util.Collections.shuffle(order, new java.util.Random(seed));
    var logs = new java.util.ArrayList<java.util.ArrayList<int[]>>();
    for (var s = 0; s < sessions; s++) logs.add(new java.util.ArrayList<>());
    for (var s : order) {
      var t = new int[3 * ops];
      for (var o = 0; o < ops; o++) {
        int k;
        if (zipf) {
          var u = r.nextDouble() * sum;
          var i = java.util.Arrays.binarySearch(cum, u);
          k = i < 0 ? Math.min(keys - 1, -i - 1) : i;
        } else k = r.nextInt(keys);
        t[3 * o + 1] = k;
        if (r.nextBoolean()) { t[3 * o] = 1; t[3 * o + 2] = store[k] = value++; }
        else t[3 * o + 2] = store[k];
      }
      logs.get(s).add(t);
    }
    for (var s = 0; s < sessions; s++) for (var t : logs.get(s)) {
      b.begin(b.session(s), b.transactionCount(), 0);
      for (var o = 0; o < ops; o++) b.operation((byte) t[3 * o], b.key(t[3 * o + 1]), t[3 * o + 2]);
      b.end(Status.COMMITTED);
    }
    return b.build();
  }

  public static void main(String[] a) {
    for (var round = 0; round < 3; round++)
    for (var cfg : new int[][] {{20, 100, 0}, {20, 250, 0}, {20, 100, 1}, {20, 250, 1}}) {
      var h = random(cfg[0], cfg[1], 15, 10000, cfg[2] == 1, 5, false);
      for (var level : new Level[] {Level.SER, Level.SI}) {
        var t0 = System.nanoTime();
        var versions = new Versions(h);
        var findings = new Findings(1);
        var resolution = new Resolution(versions, findings);
        resolution.run();
        var chains = new Chains(versions);
        var graph = new Graph(versions, chains, true, 10_000_000);
        Dependencies d = level == Level.SER ? new Dependencies.Serial(graph) : new Dependencies.Snapshot(graph);
        var reads = new OpenReads(versions, resolution);
        var open = new OpenChains(versions, reads.keys, reads.mayHaveCommitted);
        var p = new OpenProblem(open, reads, d, true);
        var s = new OrderSearch(p, Paths.ofSessions(h), Budget.UNLIMITED);
        var limit = System.nanoTime() + 60_000_000_000L;
        s = new OrderSearch(p, Paths.ofSessions(h), () -> System.nanoTime() > limit);
        var res = s.run();
        System.out.printf("%s %dx%d zipf=%d pairs=%d %s conflicts=%d %.3fs%n", level, cfg[0], cfg[1], cfg[2], p.pairCount(), res, s.conflicts(), (System.nanoTime() - t0) / 1e9);
      }
    }
  }
}
