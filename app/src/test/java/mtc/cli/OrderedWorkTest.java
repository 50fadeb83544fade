package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrderedWorkTest {
  @Test
  void resultsComeInOrderThoughTheFirstIsDoneLast() {
    var others = new CountDownLatch(9);
    var results = new ArrayList<Integer>();
    OrderedWork.run(
        10,
        3,
        i -> {
          if (i == 0) {
            await(others);
          } else {
            others.countDown();
          }
          return i;
        },
        results::add);
    assertEquals(IntStream.range(0, 10).boxed().toList(), results);
  }

  @Test
  void noMoreThanTheThreadsAllowAreInWorkAtOnce() {
    var atOnce = new AtomicInteger();
    var most = new AtomicInteger();
    OrderedWork.run(
        200,
        3,
        i -> {
          most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
          Thread.yield();
          atOnce.decrementAndGet();
          return i;
        },
        _ -> true);
    assertTrue(most.get() <= 3, () -> most + " at once");
  }

  @Test
  void aSinglePieceRunsOnTheCallingThread() {
    OrderedWork.run(
        1,
        4,
        _ -> Thread.currentThread(),
        thread -> {
          assertSame(Thread.currentThread(), thread);
          return true;
        });
  }

  @Test
  void whatComesAfterTheLastOneWantedIsLeft() {
    for (var threads : new int[] {1, 3}) {
      var results = new ArrayList<Integer>();
      OrderedWork.run(
          1000,
          threads,
          i -> i,
          i -> {
            results.add(i);
            return i < 4;
          });
      assertEquals(IntStream.rangeClosed(0, 4).boxed().toList(), results);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
