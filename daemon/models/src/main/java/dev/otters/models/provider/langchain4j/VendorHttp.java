package dev.otters.models.provider.langchain4j;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.CancellationUnsupportedHandle;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.otters.models.provider.Timeouts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Carries the library's requests on the thread that makes them, so that interrupting it closes the
 * connection. Follows no redirects, tries nothing twice, and throws a {@code ModelException}
 * wherever there is no whole answer.
 */
final class VendorHttp implements HttpClient {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST_EVENT = 8 << 20;
  private static final int LONGEST_BODY = 4 << 20;
  private static final Set<String> OWN_HEADERS = Set.of("user-agent");

  private final java.net.http.HttpClient http;
  private final Timeouts timeouts;
  private final Failures failures;
  private final Supplier<Dialect.Finish> finish;

  /** Carries an interruption through code that knows of none. */
  static final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  VendorHttp(
      java.net.http.HttpClient http,
      Timeouts timeouts,
      Failures failures,
      Supplier<Dialect.Finish> finish) {
    this.http = http;
    this.timeouts = timeouts;
    this.failures = failures;
    this.finish = finish;
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    try {
      HttpResponse<Body> response = send(request);
      try (Body body = response.body()) {
        return opened(response).body(readAll(body)).build();
      } catch (IOException e) {
        throw failures.reading(e);
      }
    } catch (InterruptedException e) {
      throw new Interrupted();
    }
  }

  /** Reads the events itself, with limits and an eye on the end: the parser is not asked. */
  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    try {
      HttpResponse<Body> response = send(request);
      try (Body body = response.body()) {
        listener.onOpen(opened(response).build());
        requireEvents(response);
        pass(new Events(body, LONGEST_EVENT), listener);
        body.finish();
      } catch (IOException e) {
        throw failures.reading(e);
      }
    } catch (InterruptedException e) {
      throw new Interrupted();
    }
    listener.onClose();
  }

  private void pass(Events events, ServerSentEventListener listener)
      throws IOException, InterruptedException {
    Dialect.Finish end = finish.get();
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
      Complaint.ofEvent(json)
          .ifPresent(
              complaint -> {
                throw failures.within(complaint);
              });
      pass(event.get(), json, listener);
      state = end.after(json);
    }
  }

  private JsonNode json(String data) {
    try {
      JsonNode json = JSON.readTree(data);
      if (json.isObject()) {
        return json;
      }
      throw failures.broken("sent an event that is no JSON object");
    } catch (JacksonException e) {
      throw failures.broken("sent an event that is no JSON");
    }
  }

  /** The library skips events without a name, and fails in its own ways on odd ones. */
  private void pass(ServerSentEvent event, JsonNode json, ServerSentEventListener listener) {
    String name = event.event() == null ? json.path("type").asString("") : event.event();
    try {
      listener.onEvent(
          new ServerSentEvent(name, event.data()),
          new ServerSentEventContext(new CancellationUnsupportedHandle()));
    } catch (RuntimeException odd) {
      throw failures.broken("sent an event of an unknown form");
    }
  }

  private void requireEvents(HttpResponse<Body> response) throws IOException, InterruptedException {
    String type = response.headers().firstValue("content-type").orElse("text/event-stream");
    if (type.startsWith("text/event-stream")) {
      return;
    }
    if (type.startsWith("application/json")) {
      String text = new String(readAll(response.body()), StandardCharsets.UTF_8);
      Complaint complaint = Complaint.ofBody(text);
      if (!complaint.message().isEmpty()) {
        throw failures.within(complaint);
      }
    }
    throw failures.foreign(type);
  }

  private HttpResponse<Body> send(HttpRequest request) throws InterruptedException {
    long started = System.nanoTime();
    CompletableFuture<HttpResponse<Body>> sent =
        http.sendAsync(prepared(request), info -> new Body(timeouts, started));
    try {
      HttpResponse<Body> response = sent.get(timeouts.firstByte().toNanos(), TimeUnit.NANOSECONDS);
      requireGood(response);
      return response;
    } catch (TimeoutException e) {
      abandon(sent);
      throw failures.stalled("no answer for " + timeouts.firstByte().toSeconds() + " s");
    } catch (ExecutionException e) {
      throw failures.connecting(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      abandon(sent);
      throw e;
    }
  }

  private static void abandon(CompletableFuture<HttpResponse<Body>> sent) {
    if (!sent.cancel(true) && sent.state() == Future.State.SUCCESS) {
      sent.resultNow().body().close();
    }
  }

  private void requireGood(HttpResponse<Body> response) throws InterruptedException {
    if (response.statusCode() / 100 == 2) {
      return;
    }
    try (Body body = response.body()) {
      String text = new String(readAll(body), StandardCharsets.UTF_8);
      throw failures.status(response.statusCode(), response.headers(), text);
    } catch (IOException e) {
      throw failures.status(response.statusCode(), response.headers(), "");
    }
  }

  private static byte[] readAll(Body body) throws IOException, InterruptedException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Optional<ByteBuffer> next = body.next(); next.isPresent(); next = body.next()) {
      byte[] bytes = new byte[next.get().remaining()];
      next.get().get(bytes);
      all.writeBytes(bytes);
      if (all.size() > LONGEST_BODY) {
        throw new Events.TooLongException(LONGEST_BODY);
      }
    }
    return all.toByteArray();
  }

  private static SuccessfulHttpResponse.Builder opened(HttpResponse<Body> response) {
    return SuccessfulHttpResponse.builder()
        .statusCode(response.statusCode())
        .headers(response.headers().map());
  }

  private static java.net.http.HttpRequest prepared(HttpRequest request) {
    java.net.http.HttpRequest.Builder prepared =
        java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
            .setHeader("User-Agent", "otters");
    request
        .headers()
        .forEach(
            (name, values) -> {
              if (!OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> prepared.header(name, value));
              }
            });
    return prepared
        .method(
            request.method().name(),
            request.body() == null
                ? BodyPublishers.noBody()
                : BodyPublishers.ofString(request.body()))
        .build();
  }
}
