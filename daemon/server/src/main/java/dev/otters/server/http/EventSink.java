package dev.otters.server.http;

import dev.otters.api.Json;
import io.helidon.http.HeaderNames;
import io.helidon.http.sse.SseEvent;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.sse.SseSink;

/** Sends server-sent events to one client. Every method throws when the client is gone. */
final class EventSink implements AutoCloseable {
  private final SseSink sink;

  EventSink(ServerResponse response) {
    response.header(HeaderNames.CACHE_CONTROL, "no-store");
    this.sink = response.sink(SseSink.TYPE);
  }

  void send(String name, Object data) {
    sink.emit(SseEvent.builder().name(name).data(Json.write(data)).build());
  }

  void send(long id, String name, Object data) {
    sink.emit(SseEvent.builder().id(Long.toString(id)).name(name).data(Json.write(data)).build());
  }

  /**
   * Sends a comment, which keeps the connection alive and finds out whether the client is still
   * there.
   */
  void alive() {
    sink.emit(SseEvent.builder().comment("alive").build());
  }

  @Override
  public void close() {
    sink.close();
  }
}
