package mtc.search;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.history.History;
import mtc.history.Status;
import mtc.linear.ListOrders;
import mtc.linear.ReadRules;
import mtc.linear.Versions;
import mtc.solve.Budget;

/**
 * What each transaction appended to a list with repeated elements, and where it could stand there.
 *
 * <p>What one transaction appended to a key is a block: it stands in the longest list as a whole,
 * or not at all, and then comes after it. A candidate is a place where a block could begin: its
 * elements are there, and no read of others ends within it.
 */
final class AppendBlocks {
  private static final int NONE = Versions.NONE;

  /** Of a candidate, what a search makes of it included, about; for estimates. */
  private static final long BYTES_PER_CANDIDATE = 400;

  private final History history;
  private final Versions versions;
  private final ListOrders lists;
  private final ReadRules reading;
  private final Budget budget;

  /** By key: its rank among those that are open, or NONE. */
  private final int[] rankOfKey;

  // By block: those of one key next to each other, in the order of the log.
  private final Ints blockKey;
  private final Ints blockOwner;

  /** Where its appends begin; one more entry at the end. */
  private final Ints firstAppend;

  private final Ints appends;

  /** By block: its last candidate, or NONE. */
  private final Ints lastCandidate;

  // By candidate: those of one key next to each other, by place.
  private final Ints block;
  private final Ints place;
  private final Ints previousOfBlock;

  /** By open key: its first block and its first candidate; one more entry at the end. */
  private final Ints firstBlock;

  private final Ints firstCandidate;

  private final int[][] reads;

  /** By candidate: whether it counts; null if all do. */
  private boolean[] isLeft;

  /** By candidate: it alone covers some place, so the block certainly stands there. */
  private boolean[] isCertain = {};

  /** Whether all candidates were found within the budget. */
  final boolean isComplete;

  AppendBlocks(Versions versions, ListOrders lists, ReadRules reading, Budget budget) {
    this.reading = reading;
    this.versions = versions;
    this.history = versions.history;
    this.lists = lists;
    this.budget = budget;
    blockKey = new Ints();
    blockOwner = new Ints();
    firstAppend = new Ints();
    appends = new Ints();
    firstBlock = new Ints();
    lastCandidate = new Ints();
    block = new Ints();
    place = new Ints();
    previousOfBlock = new Ints();
    firstCandidate = new Ints();
    rankOfKey = new int[history.keyCount()];
    Arrays.fill(rankOfKey, NONE);
    for (var open = 0; open < keyCount(); open++) {
      rankOfKey[key(open)] = open;
    }
    reads = collectReads();
    collectBlocks();
    isComplete = addCandidates();
  }

  private AppendBlocks(AppendBlocks all, int open, Ints ruledOut) {
    versions = all.versions;
    history = all.history;
    lists = all.lists;
    reading = all.reading;
    budget = all.budget;
    rankOfKey = all.rankOfKey;
    reads = all.reads;
    blockKey = all.blockKey;
    blockOwner = all.blockOwner;
    firstAppend = all.firstAppend;
    appends = all.appends;
    firstBlock = all.firstBlock;
    lastCandidate = all.lastCandidate;
    block = all.block;
    place = all.place;
    previousOfBlock = all.previousOfBlock;
    firstCandidate = all.firstCandidate;
    isComplete = true;
    isLeft = all.isLeft == null ? new boolean[candidateCount()] : all.isLeft.clone();
    if (all.isLeft == null) {
      Arrays.fill(isLeft, true);
    }
    for (var i = 0; i < ruledOut.size(); i++) {
      isLeft[ruledOut.get(i)] = false;
    }
    isCertain = all.isCertain.clone();
    markCertain(open);
  }

  /** The same where some candidates of a key do not count; the others keep their numbers. */
  AppendBlocks without(int open, Ints ruledOut) {
    return new AppendBlocks(this, open, ruledOut);
  }

  /** How many keys are open. */
  int keyCount() {
    return lists.openKeys.size();
  }

  int key(int open) {
    return lists.openKeys.get(open);
  }

  int longestRead(int open) {
    return lists.longest[key(open)];
  }

  /** Who read the longest list of an open key. */
  int reader(int open) {
    return versions.owner(longestRead(open));
  }

  /** How many places the longest list of an open key has. */
  int size(int open) {
    return lists.size(longestRead(open));
  }

  int element(int open, int at) {
    return lists.element(longestRead(open), at);
  }

  // Blocks.

  private void collectBlocks() {
    var appendsOf = new Ints[keyCount()];
    Arrays.setAll(appendsOf, _ -> new Ints());
    for (var op = 0; op < history.operationCount(); op++) {
      var open = rankOfKey[history.key(op)];
      if (open != NONE
          && history.kind(op) == History.APPEND
          && history.status(versions.owner(op)) != Status.ABORTED) {
        appendsOf[open].add(op);
      }
    }
    for (var open = 0; open < keyCount(); open++) {
      firstBlock.add(blockCount());
      addBlocks(key(open), appendsOf[open]);
    }
    firstBlock.add(blockCount());
    firstAppend.add(appends.size());
  }

  private void addBlocks(int key, Ints ofKey) {
    for (var i = 0; i < ofKey.size(); i++) {
      var owner = versions.owner(ofKey.get(i));
      if (i == 0 || versions.owner(ofKey.get(i - 1)) != owner) {
        blockKey.add(key);
        blockOwner.add(owner);
        firstAppend.add(appends.size());
        lastCandidate.add(NONE);
      }
      appends.add(ofKey.get(i));
    }
  }

  int blockCount() {
    return blockKey.size();
  }

  int firstBlock(int open) {
    return firstBlock.get(open);
  }

  int owner(int ofBlock) {
    return blockOwner.get(ofBlock);
  }

  int keyOf(int ofBlock) {
    return blockKey.get(ofBlock);
  }

  int length(int ofBlock) {
    return firstAppend.get(ofBlock + 1) - firstAppend.get(ofBlock);
  }

  int append(int ofBlock, int index) {
    return appends.get(firstAppend.get(ofBlock) + index);
  }

  /** The block of a transaction's appends to a key, or NONE. */
  int block(int transaction, int key) {
    var open = key < 0 ? NONE : rankOfKey[key];
    var low = open == NONE ? 0 : firstBlock.get(open);
    var high = open == NONE ? -1 : firstBlock.get(open + 1) - 1;
    while (low <= high) {
      var middle = (low + high) >>> 1;
      if (blockOwner.get(middle) == transaction) {
        return middle;
      }
      if (blockOwner.get(middle) < transaction) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return NONE;
  }

  // Candidates.

  private boolean addCandidates() {
    for (var open = 0; open < keyCount(); open++) {
      firstCandidate.add(candidateCount());
      if (!addCandidates(open, endsOfReads(open))) {
        return false;
      }
    }
    firstCandidate.add(candidateCount());
    isCertain = new boolean[candidateCount()];
    for (var open = 0; open < keyCount(); open++) {
      markCertain(open);
    }
    return true;
  }

  private void markCertain(int open) {
    forEachPlace(
        open,
        (_, candidates) -> {
          if (candidates.length == 1) {
            isCertain[candidates[0]] = true;
          }
        });
  }

  /** By open key: its reads that say what others appended. */
  private int[][] collectReads() {
    var readsOf = new Ints[keyCount()];
    Arrays.setAll(readsOf, _ -> new Ints());
    for (var op = 0; op < history.operationCount(); op++) {
      var open = rankOfKey[history.key(op)];
      if (open != NONE && lists.isExternal(op)) {
        readsOf[open].add(op);
      }
    }
    var all = new int[keyCount()][];
    Arrays.setAll(all, open -> readsOf[open].toArray());
    return all;
  }

  /** By how many elements a list has: whether someone saw others' appends end there. */
  private boolean[] endsOfReads(int open) {
    var isEnd = new boolean[size(open) + 1];
    for (var read : reads[open]) {
      // At a level where it may miss its own appends, it may also see them by halves.
      isEnd[seen(read)] |=
          reading.seesOwnWrites() || block(versions.owner(read), key(open)) == NONE;
    }
    return isEnd;
  }

  /** Finds the candidates for a list; false if there is no room for them. */
  private boolean addCandidates(int open, boolean[] isEnd) {
    var places = placesByElement(open);
    var found = new long[16];
    var count = 0;
    for (var b = firstBlock.get(open); b < firstBlock.get(open + 1); b++) {
      var read = externalRead(blockOwner.get(b), key(open));
      var first = history.value(append(b, 0));
      var only = !reading.keepsUpdates() ? placeShown(b) : read == NONE ? NONE : seen(read);
      for (var i = firstPlace(places, first);
          i < places.length && (int) (places[i] >> 32) == first;
          i++) {
        var at = (int) places[i];
        if ((only == NONE || only == at) && fits(b, open, at, isEnd)) {
          if (count == found.length) {
            if (budget.isExhausted() || !budget.allows(2L * count * BYTES_PER_CANDIDATE)) {
              return false;
            }
            found = Arrays.copyOf(found, 2 * count);
          }
          found[count++] = (long) at << 32 | b;
        }
      }
    }
    Arrays.sort(found, 0, count);
    for (var i = 0; i < count; i++) {
      addCandidate((int) found[i], (int) (found[i] >> 32));
    }
    return true;
  }

  private void addCandidate(int ofBlock, int at) {
    previousOfBlock.add(lastCandidate.get(ofBlock));
    lastCandidate.set(ofBlock, candidateCount());
    block.add(ofBlock);
    place.add(at);
  }

  private long[] placesByElement(int open) {
    var places = new long[size(open)];
    for (var at = 0; at < places.length; at++) {
      places[at] = (long) element(open, at) << 32 | at;
    }
    Arrays.sort(places);
    return places;
  }

  private static int firstPlace(long[] places, int element) {
    var found = Arrays.binarySearch(places, (long) element << 32);
    return found < 0 ? -found - 1 : found;
  }

  /** What a transaction saw that others appended, or NONE; its block comes right after that. */
  int externalRead(int transaction, int key) {
    for (var op = history.firstOperation(transaction);
        op < history.endOperation(transaction);
        op++) {
      if (history.key(op) == key && lists.isExternal(op)) {
        return op;
      }
    }
    return NONE;
  }

  /** Whether a transaction saw so many elements of others. */
  boolean hasSeen(int transaction, int key, int elements) {
    for (var op = history.firstOperation(transaction);
        op < history.endOperation(transaction);
        op++) {
      if (history.key(op) == key && lists.isExternal(op) && seen(op) == elements) {
        return true;
      }
    }
    return false;
  }

  /** Where a transaction itself read its own appends to a list, or NONE. */
  int placeShown(int ofBlock) {
    var appended = 0;
    var owner = owner(ofBlock);
    for (var op = history.firstOperation(owner); op < history.endOperation(owner); op++) {
      if (history.key(op) == keyOf(ofBlock)) {
        // Also if it had read the list before: only what others appended must be the same then.
        var isRead = history.kind(op) == History.READ_LIST && reading.seesOwnWrites();
        if (appended > 0 && isRead) {
          return history.listSize(history.value(op)) - appended;
        }
        appended += history.kind(op) == History.APPEND ? 1 : 0;
      }
    }
    return NONE;
  }

  /** How many elements of others a read of an open key saw. */
  int seen(int read) {
    return lists.seen(read);
  }

  /** The reads of an open key that say what others appended. */
  int[] reads(int open) {
    return reads[open];
  }

  /** Only who read the longest list may have appended more after it. */
  private boolean fits(int ofBlock, int open, int at, boolean[] isEnd) {
    var size = size(open);
    if (at + length(ofBlock) > size
        && versions.owner(longestRead(open)) != blockOwner.get(ofBlock)) {
      return false;
    }
    for (var i = 0; i < length(ofBlock) && at + i < size; i++) {
      if (i > 0 && isEnd[at + i] || history.value(append(ofBlock, i)) != element(open, at + i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a candidate was not ruled out. */
  boolean counts(int candidate) {
    return isLeft == null || isLeft[candidate];
  }

  int candidateCount() {
    return block.size();
  }

  int firstCandidate(int open) {
    return firstCandidate.get(open);
  }

  int blockOf(int candidate) {
    return block.get(candidate);
  }

  int placeOf(int candidate) {
    return place.get(candidate);
  }

  /** The candidates of a block. */
  int[] candidatesOf(int ofBlock) {
    var candidates = new Ints();
    for (var c = lastCandidate.get(ofBlock); c != NONE; c = previousOfBlock.get(c)) {
      if (counts(c)) {
        candidates.add(c);
      }
    }
    return candidates.toArray();
  }

  /** Goes through the places of a list, and for each the candidates that would cover it. */
  void forEachPlace(int open, Cover visitor) {
    var covering = new Ints();
    var next = firstCandidate.get(open);
    for (var at = 0; at < size(open); at++) {
      var kept = 0;
      for (var i = 0; i < covering.size(); i++) {
        var candidate = covering.get(i);
        if (at < place.get(candidate) + length(block.get(candidate))) {
          covering.set(kept++, candidate);
        }
      }
      covering.truncate(kept);
      for (; next < firstCandidate.get(open + 1) && place.get(next) == at; next++) {
        if (counts(next)) {
          covering.add(next);
        }
      }
      visitor.visit(at, covering.toArray());
    }
  }

  /** Takes a place and the candidates that cover it. */
  interface Cover {
    void visit(int at, int[] candidates);
  }

  /** The candidates that cover a place. */
  int[] covering(int open, int at) {
    var found = new Ints();
    for (var c = firstCandidate.get(open); c < firstCandidate.get(open + 1); c++) {
      if (counts(c) && place.get(c) <= at && at < place.get(c) + length(block.get(c))) {
        found.add(c);
      }
    }
    return found.toArray();
  }

  boolean isCertain(int candidate) {
    return isCertain[candidate];
  }

  /** Whether it is open where a block stands, or whether it stands anywhere. */
  boolean isOpen(int ofBlock) {
    var candidates = candidatesOf(ofBlock);
    for (var candidate : candidates) {
      if (isCertain[candidate]) {
        return false;
      }
    }
    return candidates.length > 0;
  }

  boolean hasOpenBlocks(int open) {
    for (var b = firstBlock.get(open); b < firstBlock.get(open + 1); b++) {
      if (isOpen(b)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an element stands in a list more often than it was appended. */
  boolean hasTooMany(int open) {
    var list = new int[size(open)];
    Arrays.setAll(list, at -> element(open, at));
    var from = firstAppend.get(firstBlock.get(open));
    var appended = new int[firstAppend.get(firstBlock.get(open + 1)) - from];
    Arrays.setAll(appended, i -> history.value(appends.get(from + i)));
    Arrays.sort(list);
    Arrays.sort(appended);
    var at = 0;
    for (var element : list) {
      while (at < appended.length && appended[at] < element) {
        at++;
      }
      if (at == appended.length || appended[at++] != element) {
        return true;
      }
    }
    return false;
  }
}
