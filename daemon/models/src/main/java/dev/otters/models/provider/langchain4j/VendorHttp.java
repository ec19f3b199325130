package dev.otters.models.provider.langchain4j;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.otters.http.AddressRule;
import dev.otters.http.HttpAnswer;
import dev.otters.http.HttpBody;
import dev.otters.http.HttpCall;
import dev.otters.http.HttpConnections;
import dev.otters.http.HttpRoute;
import dev.otters.http.HttpSink;
import dev.otters.http.HttpTimes;
import dev.otters.http.RetryAfter;
import dev.otters.http.Trust;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.Recorder;
import dev.otters.models.gateway.RequestBody;
import dev.otters.models.gateway.Spool;
import dev.otters.models.provider.Timeouts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Sends the library's requests on the calling thread, so that interrupting it closes the
 * connection. Does not follow redirects or retry, and throws a {@code ModelException} unless an
 * answer is complete.
 */
final class VendorHttp implements HttpClient, AutoCloseable {
  private static final int LONGEST_EVENT = 4 << 20;
  private static final int LONGEST_BODY = 4 << 20;
  private static final Duration LAST_BYTES = Duration.ofMillis(100);
  private static final Set<String> OWN_HEADERS = Set.of("user-agent", "content-length", "host");
  private static final HttpRoute ROUTE = new HttpRoute(AddressRule.ANY, Trust.SYSTEM);

  private final HttpConnections connections;
  private final Timeouts timeouts;
  private final Failures failures;
  private final Supplier<Dialect.Finish> ends;
  private final Supplier<Dialect.Finish> finish;
  private final Function<String, RequestBody> whole;
  private final Supplier<Recorder> recorder;

  /** Carries an interruption through the library, which does not support it. */
  static final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Creates a client.
   *
   * @param ends detects the end of any answer
   * @param finish detects the end of the answer of this thread
   * @param whole completes the body of a request of this thread
   * @param recorder receives the body of each request of this thread before it is sent
   */
  VendorHttp(
      Timeouts timeouts,
      Failures failures,
      Supplier<Dialect.Finish> ends,
      Supplier<Dialect.Finish> finish,
      Function<String, RequestBody> whole,
      Supplier<Recorder> recorder) {
    this.connections =
        new HttpConnections(
            new HttpTimes(timeouts.connect(), timeouts.firstByte(), timeouts.silence()));
    this.timeouts = timeouts;
    this.failures = failures;
    this.ends = ends;
    this.finish = finish;
    this.whole = whole;
    this.recorder = recorder;
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    try (HttpAnswer answer = send(request, body(request))) {
      return opened(answer).body(readAll(answer)).build();
    } catch (IOException e) {
      throw reading(e);
    }
  }

  /** Reads the events with limits and without the parser. */
  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    RequestBody body = body(request);
    Optional<Spool.Received> received =
        recorder.get().spool().received(URI.create(request.url()), body, this::isWhole);
    try {
      if (received.isPresent()) {
        read(received.get(), body, listener);
      } else {
        read(request, body, listener);
      }
    } catch (IOException e) {
      throw reading(e);
    }
    listener.onClose();
  }

  private void read(HttpRequest request, RequestBody body, ServerSentEventListener listener)
      throws IOException {
    long started = System.nanoTime();
    try (HttpAnswer answer = send(request, body)) {
      listener.onOpen(opened(answer).build());
      requireEvents(answer);
      InputStream bytes = begun(answer, started);
      Spool spool = recorder.get().spool();
      try (InputStream kept = spool.keep(URI.create(request.url()), body, bytes)) {
        events(kept, finish.get()).passTo(listener);
        readEnd(answer);
      }
    }
  }

  /** Reads an answer that an earlier attempt received. */
  private void read(Spool.Received received, RequestBody body, ServerSentEventListener listener)
      throws IOException {
    if (!received.recorded()) {
      recorder.get().sent(body);
    }
    try (InputStream kept = received.answer()) {
      listener.onOpen(SuccessfulHttpResponse.builder().statusCode(200).build());
      events(kept, finish.get()).passTo(listener);
    }
  }

  private EventStream events(InputStream bytes, Dialect.Finish end) {
    return new EventStream(new EventReader(bytes, LONGEST_EVENT), failures, end);
  }

  private boolean isWhole(InputStream answer) {
    try {
      events(answer, ends.get()).skip();
      return true;
    } catch (IOException | ModelException _) {
      return false;
    }
  }

  /** Waits for the first byte with its own timeout, and sets the timeout for the others. */
  private InputStream begun(HttpAnswer answer, long started) throws IOException {
    answer.patience(timeouts.firstByte().minusNanos(System.nanoTime() - started));
    byte[] first = answer.stream().readNBytes(1);
    answer.patience(timeouts.silence());
    return new SequenceInputStream(new ByteArrayInputStream(first), answer.stream());
  }

  /** Waits briefly for the end of the body, so that the connection can be used again. */
  private static void readEnd(HttpAnswer answer) {
    try {
      answer.patience(LAST_BYTES);
      byte[] unused = answer.bytes(1 << 10);
    } catch (IOException late) {
      // The connection will be closed.
    }
  }

  private void requireEvents(HttpAnswer answer) throws IOException {
    String type = answer.first("content-type").orElse("text/event-stream");
    if (type.startsWith("text/event-stream")) {
      return;
    }
    if (type.startsWith("application/json")) {
      VendorError complaint = VendorError.ofBody(readAll(answer));
      if (!complaint.message().isEmpty()) {
        throw failures.within(complaint);
      }
    }
    throw failures.foreign(type);
  }

  private HttpAnswer send(HttpRequest request, RequestBody body) {
    HttpAnswer answer;
    recorder.get().sent(body);
    try {
      answer = connections.send(call(request, body), ROUTE);
    } catch (IOException e) {
      requireNoInterrupt();
      throw failures.connecting(e);
    }
    if (answer.status() / 100 == 2) {
      return answer;
    }
    try (answer) {
      throw failures.status(answer.status(), RetryAfter.of(answer), readAll(answer));
    } catch (IOException e) {
      requireNoInterrupt();
      throw failures.status(answer.status(), RetryAfter.of(answer), "");
    }
  }

  private RequestBody body(HttpRequest request) {
    return request.body() == null ? RequestBody.of(new byte[0]) : whole.apply(request.body());
  }

  private static HttpCall call(HttpRequest request, RequestBody body) {
    Map<String, String> headers = new LinkedHashMap<>();
    request
        .headers()
        .forEach(
            (name, values) -> {
              if (!OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, String.join(", ", values));
              }
            });
    return new HttpCall(
        request.method().name(),
        URI.create(request.url()),
        headers,
        body.hasFiles() ? new WithFiles(body, body.length()) : HttpBody.once(body.text()),
        Duration.ZERO);
  }

  /** A body whose files are read while it is sent. */
  private record WithFiles(RequestBody body, long length) implements HttpBody {
    @Override
    public boolean isRepeatable() {
      return false;
    }

    @Override
    public void writeTo(HttpSink sink) throws IOException {
      body.writeTo(
          new OutputStream() {
            @Override
            public void write(int value) throws IOException {
              write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
              sink.write(bytes, offset, length);
            }
          });
    }
  }

  private RuntimeException reading(IOException cause) {
    requireNoInterrupt();
    return failures.reading(cause);
  }

  private static void requireNoInterrupt() {
    if (Thread.interrupted()) {
      throw new Interrupted();
    }
  }

  private static String readAll(HttpAnswer answer) throws IOException {
    byte[] all = answer.bytes(LONGEST_BODY + 1);
    if (all.length > LONGEST_BODY) {
      throw new EventReader.TooLongException(LONGEST_BODY);
    }
    return new String(all, StandardCharsets.UTF_8);
  }

  private static SuccessfulHttpResponse.Builder opened(HttpAnswer answer) {
    return SuccessfulHttpResponse.builder().statusCode(answer.status()).headers(answer.headers());
  }

  @Override
  public void close() {
    connections.close();
  }
}
