package mtc.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mtc.history.History;
import mtc.report.Explanation;
import mtc.report.Subject;
import mtc.verdict.Edge;

/**
 * Where everything stands in a timeline: a lane per session, a bar per transaction, a band per
 * fault, an arrow per edge. In pixels; left and right are stretched with the drawing.
 *
 * <p>Time is not to scale: between two neighbouring starts and ends there is room enough to tell
 * them apart, and every bar is as wide as its label, so what is first, later, or at the same time
 * can be seen however long anything took.
 */
final class TimelineLayout {
  static final int AXIS = 22;
  static final int NAME = 23;
  static final int ROW = 28;
  static final int BAR = 22;
  static final int FAULT = 20;
  private static final int LANE_END = 14;

  private static final double CHARACTER = 7.3;
  private static final double LEAST_GAP = 10;
  private static final double WIDEST_GAP = 90;
  private static final double BETWEEN_TICKS = 96;

  /** In a bar there is room for a few operations, if there are few bars. */
  private static final int LONGEST_LABEL = 56;

  private static final int FEW = 8;

  /** More bands than these nobody can tell apart. */
  private static final int MOST_FAULTS = 20;

  /** With more, sessions share lanes. */
  private static final int MOST_LANES = 16;

  private static final int SPREAD = 6;

  /** How far along an arrow its number may stand, best first; and how wide that is. */
  private static final double[] CHIPS = {0.38, 0.62, 0.22, 0.78};

  private static final double CHIP = 22;

  /** A transaction; its number, where it stands, and what stands in it. */
  record Bar(
      int transaction,
      boolean isOwn,
      boolean isAtFault,
      boolean isOpenEnded,
      String label,
      int lane,
      int top,
      double left,
      double width) {}

  record Lane(String name, int top, int height) {}

  record Band(Faults.Fault fault, int top, double left, double width) {}

  record Tick(double at, String label) {}

  /** From the one bar to the other; its number, and where that stands. */
  record Arrow(
      Edge edge,
      int number,
      double fromX,
      double fromY,
      double toX,
      double toY,
      double chipX,
      double chipY) {
    Arrow with(double numberX, double numberY) {
      return new Arrow(edge, number, fromX, fromY, toX, toY, numberX, numberY);
    }
  }

  private final Subject subject;
  private final History history;
  private final int[] own;
  private final int atFault;
  private final boolean hasTime;

  /** The moments between which the drawing is stretched, and where each stands. */
  private long[] moments;

  private double[] at;

  final List<Bar> bars = new ArrayList<>();
  final List<Lane> lanes = new ArrayList<>();
  final List<Band> bands = new ArrayList<>();
  final List<Tick> ticks = new ArrayList<>();
  final List<Arrow> arrows = new ArrayList<>();
  double width;
  int height;

  /** How many faults are not drawn, since there are too many. */
  int faultsLeftOut;

  /** How many rows the faults take. */
  int faultRows;

  /** With the one at fault, or -1 if it is none alone. */
  TimelineLayout(
      Subject subject,
      int[] own,
      int atFault,
      int[] others,
      List<Edge> edges,
      List<Faults.Fault> allFaults) {
    this.atFault = atFault;
    this.subject = subject;
    this.history = subject.history();
    this.own = own;
    this.hasTime = history.hasRealTime();
    var all = Arrays.copyOf(own, own.length + others.length);
    System.arraycopy(others, 0, all, own.length, others.length);
    var faults = hasTime ? faultsAround(all, allFaults) : List.<Faults.Fault>of();
    var bySession = bySession(all);
    findMoments(bySession, faults);
    stretch(bySession);
    place(faults);
    placeLanes(bySession);
    placeTicks();
    placeArrows(edges);
  }

  // Who is in which lane.

  /**
   * Lanes in the order of their first transaction in the counterexample, then of the others. A
   * client that crashes goes on as another session, so there may be many with little in them: then
   * those share a lane that do not overlap in time.
   */
  private List<int[]> bySession(int[] all) {
    var bySession = new LinkedHashMap<Integer, List<Integer>>();
    for (var t : all) {
      // Who has no session is a session of its own.
      var session = history.session(t) == History.NO_SESSION ? ~t : process(t);
      bySession.computeIfAbsent(session, _ -> new ArrayList<>()).add(t);
    }
    var lanes = new ArrayList<>(bySession.values());
    for (var lane : lanes) {
      lane.sort(Comparator.comparingLong(this::startOf));
    }
    var packed = lanes.size() > MOST_LANES && hasTime ? packed(lanes) : lanes;
    return packed.stream().map(lane -> lane.stream().mapToInt(t -> t).toArray()).toList();
  }

  private int process(int t) {
    return history.session(t) == History.NO_SESSION
        ? History.NO_SESSION
        : history.process(history.session(t));
  }

  private long startOf(int t) {
    return hasTime ? history.start(t) : t;
  }

  private List<List<Integer>> packed(List<List<Integer>> sessions) {
    var byStart = new ArrayList<>(sessions);
    byStart.sort(Comparator.comparingLong(session -> startOf(session.getFirst())));
    var packed = new ArrayList<List<Integer>>();
    var ends = new ArrayList<Long>();
    for (var session : byStart) {
      var end = session.stream().mapToLong(history::end).max().orElseThrow();
      var lane = 0;
      while (lane < ends.size() && ends.get(lane) >= startOf(session.getFirst())) {
        lane++;
      }
      if (lane == ends.size()) {
        ends.add(end);
        packed.add(new ArrayList<>());
      }
      ends.set(lane, end);
      packed.get(lane).addAll(session);
    }
    return packed;
  }

  private String laneName(int[] lane) {
    var sessions = Arrays.stream(lane).map(this::process).distinct().count();
    var name = subject.session(lane[0]);
    return sessions <= 1
        ? name
        : name + " and " + (sessions == 2 ? "another one" : sessions - 1 + " others");
  }

  // The time axis.

  private List<Faults.Fault> faultsAround(int[] all, List<Faults.Fault> allFaults) {
    var first = Long.MAX_VALUE;
    var last = Long.MIN_VALUE;
    for (var t : all) {
      first = Math.min(first, history.start(t));
      last = Math.max(last, history.end(t) == History.NEVER ? history.start(t) : history.end(t));
    }
    var around = new ArrayList<Faults.Fault>();
    for (var fault : allFaults) {
      if (fault.start() <= last && fault.end() >= first) {
        if (around.size() == MOST_FAULTS) {
          faultsLeftOut++;
        } else {
          around.add(fault);
        }
      }
    }
    return around;
  }

  private long start(int t, int place) {
    return hasTime ? history.start(t) : 2L * place;
  }

  private long end(int t, int place) {
    return hasTime ? history.end(t) : 2L * place + 1;
  }

  private void findMoments(List<int[]> bySession, List<Faults.Fault> faults) {
    var found = new ArrayList<Long>();
    for (var lane : bySession) {
      for (var i = 0; i < lane.length; i++) {
        found.add(start(lane[i], i));
        if (end(lane[i], i) != History.NEVER) {
          found.add(end(lane[i], i));
        }
      }
    }
    var first = found.stream().mapToLong(m -> m).min().orElse(0);
    var last = found.stream().mapToLong(m -> m).max().orElse(0);
    for (var fault : faults) {
      found.add(Math.max(fault.start(), first - 1));
      found.add(Math.min(fault.end(), last + 1));
    }
    // Room for what has begun and not ended.
    found.add(last + 2);
    moments = found.stream().mapToLong(m -> m).sorted().distinct().toArray();
    at = new double[moments.length];
  }

  private int index(long moment) {
    var found = Arrays.binarySearch(moments, moment);
    return found >= 0 ? found : moment > moments[moments.length - 1] ? moments.length - 1 : ~found;
  }

  private int endIndex(int t, int place) {
    var end = end(t, place);
    var from = index(start(t, place));
    return end == History.NEVER ? moments.length - 1 : Math.max(index(end), from + 1);
  }

  /** Longer times get more room, within limits; then every bar gets as much as its label needs. */
  private void stretch(List<int[]> bySession) {
    var gaps = new double[moments.length - 1];
    var median = medianGap();
    for (var i = 0; i < gaps.length; i++) {
      var gap = LEAST_GAP * (moments[i + 1] - moments[i]) / median;
      gaps[i] = Math.clamp(gap, LEAST_GAP, WIDEST_GAP);
    }
    var needed = new ArrayList<double[]>();
    for (var lane : bySession) {
      for (var i = 0; i < lane.length; i++) {
        var from = index(start(lane[i], i));
        var label = label(lane[i]);
        needed.add(new double[] {from, endIndex(lane[i], i), label.length() * CHARACTER + 18});
      }
    }
    needed.sort(Comparator.comparingDouble(n -> n[1] - n[0]));
    for (var need : needed) {
      var room = 0.0;
      for (var i = (int) need[0]; i < need[1]; i++) {
        room += gaps[i];
      }
      if (room < need[2]) {
        for (var i = (int) need[0]; i < need[1]; i++) {
          gaps[i] += (need[2] - room) / (need[1] - need[0]);
        }
      }
    }
    at[0] = LEAST_GAP;
    for (var i = 0; i < gaps.length; i++) {
      at[i + 1] = at[i] + gaps[i];
    }
    width = at[at.length - 1] + LEAST_GAP;
  }

  private double medianGap() {
    var gaps = new long[moments.length - 1];
    for (var i = 0; i < gaps.length; i++) {
      gaps[i] = moments[i + 1] - moments[i];
    }
    Arrays.sort(gaps);
    return gaps.length == 0 ? 1 : Math.max(gaps[gaps.length / 2], 1);
  }

  private double at(long moment) {
    return at[index(moment)];
  }

  // Faults, lanes and bars.

  private void place(List<Faults.Fault> faults) {
    var ends = new ArrayList<Double>();
    for (var fault : faults) {
      var left = at(Math.max(fault.start(), moments[0]));
      var right = fault.end() >= moments[moments.length - 1] ? width : at(fault.end());
      var room = Math.max(right, left + fault.name().length() * CHARACTER + 12);
      var row = firstFree(ends, left, room + LEAST_GAP);
      bands.add(new Band(fault, AXIS + row * FAULT, left, Math.max(right - left, 3)));
      width = Math.max(width, room + LEAST_GAP);
    }
    faultRows = ends.size();
    height = AXIS + faultRows * FAULT;
  }

  /** The first row that is free from here on; it is taken up to there. */
  private static int firstFree(List<Double> ends, double left, double right) {
    for (var row = 0; row < ends.size(); row++) {
      if (ends.get(row) <= left) {
        ends.set(row, right);
        return row;
      }
    }
    ends.add(right);
    return ends.size() - 1;
  }

  private void placeLanes(List<int[]> bySession) {
    for (var lane : bySession) {
      var ends = new ArrayList<Double>();
      for (var i = 0; i < lane.length; i++) {
        var left = at[index(start(lane[i], i))];
        var right = at[endIndex(lane[i], i)];
        var row = firstFree(ends, left, right);
        bars.add(
            new Bar(
                lane[i],
                isOwn(lane[i]),
                lane[i] == atFault,
                end(lane[i], i) == History.NEVER,
                label(lane[i]),
                lanes.size(),
                height + NAME + row * ROW,
                left,
                right - left));
      }
      var tall = NAME + ends.size() * ROW + LANE_END;
      lanes.add(new Lane(laneName(lane), height, tall));
      height += tall;
    }
  }

  private boolean isOwn(int t) {
    for (var o : own) {
      if (o == t) {
        return true;
      }
    }
    return false;
  }

  private String label(int t) {
    var name = subject.name(t);
    if (own.length > FEW || !isOwn(t)) {
      return name;
    }
    var label = new StringBuilder(name);
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      label.append(' ').append(subject.operation(op));
      if (label.length() > LONGEST_LABEL) {
        return name;
      }
    }
    return label.toString();
  }

  // Ticks.

  private void placeTicks() {
    if (!hasTime) {
      return;
    }
    var byClock = history.hasClock();
    var nanos = byClock ? nanosOfMoments() : Map.<Long, Long>of();
    var origin = nanos.values().stream().mapToLong(n -> n).min().orElse(0);
    var next = 0.0;
    for (var i = 0; i < moments.length - 1; i++) {
      if (at[i] < next) {
        continue;
      }
      if (!byClock) {
        ticks.add(new Tick(at[i], "event " + moments[i]));
        next = at[i] + BETWEEN_TICKS;
      } else if (nanos.containsKey(moments[i])) {
        var since = nanos.get(moments[i]) - origin;
        ticks.add(new Tick(at[i], since == 0 ? "0" : "+" + Explanation.duration(since)));
        next = at[i] + BETWEEN_TICKS;
      }
    }
    while (!ticks.isEmpty() && ticks.getLast().at() > width - BETWEEN_TICKS && ticks.size() > 1) {
      ticks.removeLast();
    }
  }

  private Map<Long, Long> nanosOfMoments() {
    var nanos = new HashMap<Long, Long>();
    for (var bar : bars) {
      var t = bar.transaction();
      nanos.put(history.start(t), history.startNanos(t));
      if (history.end(t) != History.NEVER && history.endNanos(t) != History.NEVER) {
        nanos.put(history.end(t), history.endNanos(t));
      }
    }
    return nanos;
  }

  // Arrows.

  private void placeArrows(List<Edge> edges) {
    var byTransaction = new HashMap<Integer, Bar>();
    for (var bar : bars) {
      byTransaction.put(bar.transaction(), bar);
    }
    for (var i = 0; i < edges.size(); i++) {
      var from = byTransaction.get(edges.get(i).from());
      var to = byTransaction.get(edges.get(i).to());
      if (from != null && to != null) {
        // Each at another place, so that no two lie on each other.
        var spread = (1.0 + i % SPREAD) / (1 + Math.min(edges.size(), SPREAD));
        arrows.add(numbered(arrow(edges.get(i), i + 1, from, to, spread)));
      }
    }
  }

  /** With its number where no other stands. */
  private Arrow numbered(Arrow arrow) {
    for (var share : CHIPS) {
      var x = arrow.fromX + (arrow.toX - arrow.fromX) * share;
      var y = arrow.fromY + (arrow.toY - arrow.fromY) * share;
      if (arrows.stream().noneMatch(a -> Math.hypot(a.chipX - x, a.chipY - y) < CHIP)) {
        return arrow.with(x, y);
      }
    }
    return arrow;
  }

  private static Arrow arrow(Edge edge, int number, Bar from, Bar to, double spread) {
    if (from.top() == to.top()) {
      // Along the lower edge, so that what stands in between can be read.
      var forward = from.left() < to.left();
      var y = from.top() + BAR - 2.0;
      return forward
          ? arrow(edge, number, right(from), y, to.left(), y)
          : arrow(edge, number, from.left(), y, right(to), y);
    }
    var down = from.top() < to.top();
    var fromY = from.top() + (down ? BAR : 0);
    var toY = to.top() + (down ? 0 : BAR);
    var left = Math.max(from.left(), to.left());
    var right = Math.min(right(from), right(to));
    if (left < right) {
      // Straight up or down where both run.
      var x = left + (right - left) * spread;
      return arrow(edge, number, x, fromY, x, toY);
    }
    var isLater = from.left() >= right(to);
    var fromX = isLater ? from.left() + inset(from, spread) : right(from) - inset(from, spread);
    var toX = isLater ? right(to) - inset(to, spread) : to.left() + inset(to, spread);
    return arrow(edge, number, fromX, fromY, toX, toY);
  }

  private static Arrow arrow(
      Edge edge, int number, double fromX, double fromY, double toX, double toY) {
    return new Arrow(edge, number, fromX, fromY, toX, toY, 0, 0)
        .with(fromX + (toX - fromX) * CHIPS[0], fromY + (toY - fromY) * CHIPS[0]);
  }

  private static double right(Bar bar) {
    return bar.left() + bar.width();
  }

  private static double inset(Bar bar, double spread) {
    return spread * Math.min(100, bar.width());
  }
}
