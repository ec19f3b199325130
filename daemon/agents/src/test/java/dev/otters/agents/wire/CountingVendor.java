package dev.otters.agents.wire;

import dev.otters.models.provider.VendorSocket;
import dev.otters.protocol.ToolCall;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A vendor that streams the answers of turns of {@link #STEPS} steps, and counts the requests for
 * each step. A step is the text of the last user message with the number of completions after it.
 * Thread-safe.
 */
final class CountingVendor implements AutoCloseable {
  static final String WARM_UP = "warm-up";
  static final int STEPS = 4;

  private static final long LONGEST_PAUSE_NANOS = 8_000_000;
  private static final String CALL = "call ";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final VendorSocket socket = new VendorSocket();
  private final long seed;
  private final Runnable moment;
  private final Map<String, Asked> asked = new HashMap<>();
  private final List<String> faults = new ArrayList<>();
  private final List<String> lost = new ArrayList<>();
  private final List<Cut> cuts = new ArrayList<>();
  private final Set<String> known = new HashSet<>();

  /** What is killed. */
  enum Victim {
    DAEMON,
    RUNTIME
  }

  /**
   * The last request for a step.
   *
   * @param cuts the number of kills before it
   * @param sent when its answer was sent to its end, or 0
   * @param again whether the step was asked for before since the last kill
   */
  private record Asked(int cuts, long sent, boolean again) {}

  private record Cut(Victim victim, long at) {}

  /** Listens; calls {@code moment} at each moment at which a kill is of interest. */
  CountingVendor(long seed, Runnable moment) throws IOException {
    this.seed = seed;
    this.moment = moment;
    socket.plays(this::answer);
  }

  URI address() {
    return socket.address("/v1");
  }

  /**
   * Kills a process. No answer ends meanwhile, so each one ended either before the kill or after
   * it.
   */
  synchronized void cut(Victim victim, AutoCloseable process) throws Exception {
    process.close();
    cuts.add(new Cut(victim, System.nanoTime()));
  }

  /** Notes that the runtime has the answer of a step, so it must not be asked for again. */
  synchronized void knows(String step) {
    known.add(step);
  }

  /** Returns the steps that were asked for. */
  synchronized Set<String> steps() {
    return Set.copyOf(asked.keySet());
  }

  /** Returns what no kill explains. */
  synchronized List<String> faults() {
    return List.copyOf(faults);
  }

  /** Returns the whole answers that were asked for again, with the time from end to kill. */
  synchronized List<String> lost() {
    return List.copyOf(lost);
  }

  private void answer(VendorSocket.Line line) throws IOException, InterruptedException {
    JsonNode request = JSON.readTree(line.request().body());
    if (request.path("model").asString().equals(WARM_UP)) {
      line.begin().piece(event("{\"content\":\"hello\"}", "null") + end("stop")).end();
      return;
    }
    if (request.path("messages").isEmpty()) {
      return; // a killed daemon sent the head of its request only
    }
    String step = step(request.path("messages"));
    ask(step);
    moment.run();
    Random random = new Random(seed ^ step.hashCode());
    line.begin().piece(event("{\"role\":\"assistant\",\"content\":\"step \"}", "null"));
    moment.run();
    line.piece(event("{\"content\":\"" + step + ".\"}", "null"));
    boolean last = step.endsWith("#" + STEPS);
    if (!last) {
      line.piece(calls(step, 1 + random.nextInt(2)));
    }
    LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE_NANOS));
    send(line, step, end(last ? "stop" : "tool_calls"));
    moment.run();
    line.end();
  }

  private synchronized void send(VendorSocket.Line line, String step, String end)
      throws IOException {
    line.piece(end);
    asked.computeIfPresent(
        step, (name, last) -> new Asked(last.cuts(), System.nanoTime(), last.again()));
  }

  private synchronized void ask(String step) {
    Asked before = asked.get(step);
    boolean again = before != null && before.cuts() == cuts.size();
    asked.put(step, new Asked(cuts.size(), 0, again));
    if (before == null) {
      return;
    }
    if (known.contains(step)) {
      faults.add(step + " was asked for again after the runtime had its answer");
    }
    if (again) {
      // A request that was under way at the last kill may have come after it.
      if (before.again() || cuts.isEmpty()) {
        faults.add(step + " was asked for twice without a kill");
      }
      return;
    }
    Cut cut = cuts.get(before.cuts());
    if (before.sent() > 0 && before.sent() < cut.at()) {
      lost.add("%s, %d µs".formatted(cut.victim(), (cut.at() - before.sent()) / 1000));
    }
  }

  /** Returns the name of the step, and checks that each call before it has one result. */
  private String step(JsonNode messages) {
    List<String> calls = new ArrayList<>();
    List<String> results = new ArrayList<>();
    String turn = "";
    int completions = 0;
    for (JsonNode message : messages) {
      switch (message.path("role").asString()) {
        case "user" -> {
          // A recovery note stands before the message.
          turn = message.path("content").asString().replaceFirst("(?s).*work ", "");
          completions = 0;
        }
        case "assistant" -> {
          completions++;
          message.path("tool_calls").forEach(call -> calls.add(call.path("id").asString()));
        }
        case "tool" -> results.add(message.path("tool_call_id").asString());
        default -> {}
      }
    }
    String step = turn + "#" + (completions + 1);
    if (!calls.equals(results)) {
      fault(step + " has the calls " + calls + " and the results " + results);
    }
    return step;
  }

  private synchronized void fault(String fault) {
    faults.add(fault);
  }

  /** Returns the step that made a call. */
  static String stepOf(ToolCall call) {
    return call.id().substring(CALL.length(), call.id().lastIndexOf('.'));
  }

  private static String calls(String step, int count) {
    StringBuilder all = new StringBuilder();
    for (int call = 0; call < count; call++) {
      String function = "{\"name\":\"sh\",\"arguments\":\"{}\"}";
      String id = CALL + step + "." + call;
      String made =
          "{\"index\":%d,\"id\":\"%s\",\"type\":\"function\",\"function\":%s}"
              .formatted(call, id, function);
      all.append(event("{\"tool_calls\":[" + made + "]}", "null"));
    }
    return all.toString();
  }

  static String event(String delta, String reason) {
    return chunk("[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]".formatted(delta, reason), "");
  }

  static String end(String reason) {
    String usage = ",\"usage\":{\"prompt_tokens\":25,\"completion_tokens\":15,\"total_tokens\":40}";
    return event("{}", "\"" + reason + "\"") + chunk("[]", usage) + "data: [DONE]\n\n";
  }

  private static String chunk(String choices, String usage) {
    return "data:"
        + " {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","
        + "\"choices\":%s%s}\n\n".formatted(choices, usage);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
