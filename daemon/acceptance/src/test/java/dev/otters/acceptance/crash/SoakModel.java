package dev.otters.acceptance.crash;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** A model that takes its time, whose tool takes its time too, and that counts its requests. */
final class SoakModel {
  private static final int LONGEST_ANSWER = 1500;
  private static final List<String> TOOL_TIMES = List.of("", "sleep 0.3\n", "sleep 2\n");

  private final Random random;
  private final Map<String, Queue<String>> requests = new ConcurrentHashMap<>();

  SoakModel(long seed) {
    random = new Random(seed);
  }

  String answer(String request) {
    String mark = StubModel.mark(request);
    if (!mark.equals(StubModel.NOTHING)) {
      String kept = request.contains(Checker.NOTE) ? request : "";
      requests.computeIfAbsent(session(mark), _ -> new ConcurrentLinkedQueue<>()).add(kept);
    }
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(LONGEST_ANSWER)).toNanos());
    return StubModel.answer(request, TOOL_TIMES.get(random.nextInt(TOOL_TIMES.size())));
  }

  /** Returns the requests about a session's messages; those without a note are empty texts. */
  List<String> requests(String session) {
    return List.copyOf(requests.getOrDefault(session, new ConcurrentLinkedQueue<>()));
  }

  private static String session(String mark) {
    return mark.substring(0, mark.lastIndexOf('.'));
  }
}
