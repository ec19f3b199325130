package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client with 10,000 sessions, each with a turn that waits, beside a client with one session. */
class ManySessionsTest {
  private static final int FEW = 100;
  private static final int MANY = 10_000;
  private static final int AT_ONCE = 8;
  private static final int REQUESTS = 60;
  private static final int MILLISECOND = 1_000_000;

  @TempDir private Path folder;
  @AutoClose private ApiKit few;
  @AutoClose private ApiKit many;
  private final AtomicInteger messages = new AtomicInteger();

  @BeforeEach
  void aDaemonWithFewSessionsAndOneForMany() throws IOException {
    few = daemon("few");
    many = daemon("many");
  }

  private ApiKit daemon(String name) throws IOException {
    ApiKit kit = new ApiKit(Files.createDirectory(folder.resolve(name)));
    try (Http answer = kit.ask("POST /v1/agents", "", "{\"ref\":\"guide:1\",\"name\":\"ann\"}")) {
      assertThat(answer.events().getLast().name()).isEqualTo("result");
    }
    say(kit, "ann", "hers");
    IntStream.range(0, FEW).forEach(i -> say(kit, "bob", "s" + i));
    return kit;
  }

  private void say(ApiKit kit, String agent, String session) {
    String events = "POST /v1/agents/" + agent + "/sessions/" + session + "/events";
    String message = Json.write(MessageRequest.user("m" + messages.incrementAndGet(), "Hello"));
    try (Http answer = kit.ask(events, "", message)) {
      assertThat(answer.status()).isEqualTo(202);
    }
  }

  private static String get(ApiKit kit, String path) {
    try (Http answer = kit.ask("GET " + path)) {
      String body = answer.body();
      assertThat(answer.status()).as(body).isEqualTo(200);
      return body;
    }
  }

  private static long usedMemory() {
    Runtime java = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, java.totalMemory() - java.freeMemory());
    }
    return least;
  }

  @Test
  void theySlowNoOtherClientAndTakeNoMemoryAndAreListedInPages() {
    costsTheSame(kit -> say(kit, "ann", "hers"));
    long memory = usedMemory();
    try (ExecutorService requests = Executors.newFixedThreadPool(AT_ONCE)) {
      IntStream.range(FEW, MANY).forEach(i -> requests.execute(() -> say(many, "bob", "s" + i)));
    }
    assertThat(usedMemory() - memory).as("bytes").isLessThan(MANY * 512L);

    costsTheSame(kit -> say(kit, "ann", "hers"));
    costsTheSame(kit -> get(kit, "/v1/agents/ann/sessions/hers"));
    costsTheSame(kit -> get(kit, "/v1/sessions?agent=ann"));
    costsTheSame(kit -> get(kit, "/v1/sessions?limit=10"));
    everySessionIsOnOnePage();
  }

  /** Compares the shortest of many requests to either daemon in turn, whatever else runs. */
  private void costsTheSame(Consumer<ApiKit> request) {
    long ofFew = Long.MAX_VALUE;
    long ofMany = Long.MAX_VALUE;
    for (int i = 0; i < REQUESTS; i++) {
      ofFew = Math.min(ofFew, time(request, few));
      ofMany = Math.min(ofMany, time(request, many));
    }
    assertThat(ofMany).as("ns").isLessThan(2 * ofFew + MILLISECOND);
  }

  private static long time(Consumer<ApiKit> request, ApiKit kit) {
    long began = System.nanoTime();
    request.accept(kit);
    return System.nanoTime() - began;
  }

  private void everySessionIsOnOnePage() {
    List<String> found = new ArrayList<>();
    String after = "";
    while (after != null) {
      String page = get(many, "/v1/sessions?agent=bob" + after);
      assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(1 << 20);
      SessionList list = Json.read(page, SessionList.class);
      assertThat(list.sessions()).hasSizeLessThanOrEqualTo(1000);
      list.sessions().stream().map(SessionSummary::id).forEach(found::add);
      after = list.next() == null ? null : "&after=" + list.next();
    }
    assertThat(found).hasSize(MANY).doesNotHaveDuplicates();
  }
}
