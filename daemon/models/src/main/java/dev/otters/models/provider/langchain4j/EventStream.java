package dev.otters.models.provider.langchain4j;

import dev.langchain4j.http.client.sse.CancellationUnsupportedHandle;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.otters.models.gateway.AnswerLimit;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Passes the events of one answer to the library, after checks of their form and number. */
final class EventStream {
  /** The most events of an answer. The library keeps an object for each. */
  private static final int MOST_EVENTS = 1 << 18;

  /** The most parts of an answer, such as tool calls. */
  private static final int MOST_PARTS = 1 << 10;

  /** The size of a value of an event in addition to its text. */
  private static final int VALUE = 4;

  private final EventReader events;
  private final Failures failures;
  private final Dialect.Finish finish;
  private final Set<Integer> parts = new HashSet<>();
  private final CallPieces calls = new CallPieces();
  private int count;
  private long size;

  EventStream(EventReader events, Failures failures, Dialect.Finish finish) {
    this.events = events;
    this.failures = failures;
    this.finish = finish;
  }

  /** An event that drops its content after delivery, since the library keeps every event. */
  private static final class Delivery extends ServerSentEvent {
    private String name;
    private String content;

    Delivery(String name, String content) {
      super("", "");
      this.name = name;
      this.content = content;
    }

    @Override
    public String event() {
      return name;
    }

    @Override
    public String data() {
      return content;
    }

    void forget() {
      name = "";
      content = "";
    }
  }

  /**
   * Passes on all events.
   *
   * @throws dev.otters.models.gateway.ModelException if the answer is broken or too long
   */
  void passTo(ServerSentEventListener listener) throws IOException {
    read((event, json) -> pass(event, json, listener));
  }

  /**
   * Reads all events.
   *
   * @throws dev.otters.models.gateway.ModelException if the answer is broken, cut or too long
   */
  void skip() throws IOException {
    read((event, json) -> {});
  }

  private void read(BiConsumer<ServerSentEvent, JsonNode> each) throws IOException {
    Dialect.Finish.State state = Dialect.Finish.State.OPEN;
    while (state != Dialect.Finish.State.OVER) {
      Optional<ServerSentEvent> event = events.next();
      if (event.isEmpty()) {
        if (state == Dialect.Finish.State.OPEN) {
          throw failures.brokenOff();
        }
        return;
      }
      if (event.get().data().strip().equals("[DONE]")) {
        return;
      }
      JsonNode json = json(event.get().data());
      Optional<VendorError> complaint = VendorError.ofEvent(json);
      if (complaint.isPresent()) {
        throw failures.within(complaint.get());
      }
      boolean numbered = calls.number(json);
      add(json);
      Dialect.Finish.State now = finish.after(json);
      state = now.compareTo(state) > 0 ? now : state;
      each.accept(numbered ? written(event.get(), json) : event.get(), json);
    }
  }

  private static ServerSentEvent written(ServerSentEvent event, JsonNode json) {
    return new ServerSentEvent(event.event(), json.toString());
  }

  private JsonNode json(String data) {
    try {
      JsonNode json = VendorJson.read(data);
      if (json.isObject()) {
        return json;
      }
      throw failures.broken("sent an event that is not a JSON object");
    } catch (JacksonException e) {
      throw failures.broken("sent an event that is not JSON");
    }
  }

  /** Counts the parts of an event that the library keeps until the answer is whole. */
  private void add(JsonNode event) {
    count++;
    size += size(event.path("choices")) + size(event.path("delta"));
    size += size(event.path("content_block")) + size(event.path("candidates"));
    event.path("choices").path(0).path("delta").path("tool_calls").forEach(this::addPart);
    for (JsonNode part : event.path("candidates").path(0).path("content").path("parts")) {
      if (part.has(GoogleModel.CALL) || part.has(GoogleSignatures.SIGNATURE)) {
        parts.add(-MOST_EVENTS - parts.size());
      }
    }
    if (event.has("content_block")) {
      addPart(event);
    }
    if (count > MOST_EVENTS || parts.size() > MOST_PARTS || size > AnswerLimit.CHARACTERS) {
      throw AnswerLimit.exceeded();
    }
  }

  private void addPart(JsonNode part) {
    parts.add(part.path("index").asInt(-count));
  }

  /** Removes the usage, which the library rejects if a count does not fit its type. */
  private static String withoutUsage(String data, JsonNode event) {
    boolean removed = false;
    for (JsonNode part : List.of(event, event.path("message"))) {
      if (part.path("usage").isObject() && part instanceof ObjectNode object) {
        JsonNode unused = object.remove("usage");
        removed = true;
      }
    }
    return removed ? event.toString() : data;
  }

  private static long size(JsonNode node) {
    return node.isString()
        ? VALUE + node.stringValue().length()
        : VALUE + node.valueStream().mapToLong(EventStream::size).sum();
  }

  /** Adds the name that the library needs, and converts its failures. */
  private void pass(ServerSentEvent event, JsonNode json, ServerSentEventListener listener) {
    String name = event.event() == null ? json.path("type").asString("") : event.event();
    Delivery delivery = new Delivery(name, withoutUsage(event.data(), json));
    try {
      listener.onEvent(delivery, new ServerSentEventContext(new CancellationUnsupportedHandle()));
    } catch (RuntimeException odd) {
      throw failures.broken("sent an event of an unknown form");
    }
    delivery.forget();
  }
}
