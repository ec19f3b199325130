package dev.otters.http;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a request and reads the head of its response.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112">HTTP/1.1</a>
 */
final class HttpExchange {
  private static final int LONGEST_LINE = 16 << 10;
  private static final int MOST_HEADERS = 200;
  private static final int MOST_INTERIM = 20;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.([01]) ([1-9][0-9]{2})(?: .*)?");
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e]*");

  private final HttpTimes times;
  private final StallWatch watch;

  HttpExchange(HttpTimes times) {
    this.times = times;
    this.watch = new StallWatch(times.stall());
  }

  /** The connection closed before the server sent anything. */
  static final class Unanswered extends IOException {
    private static final long serialVersionUID = 1;

    Unanswered(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }

  private record Head(int status, boolean keeps, Map<String, List<String>> headers) {}

  HttpAnswer run(HttpCall call, HttpConnection connection) throws IOException {
    try {
      Duration answer = times.answer().plus(call.extraTime());
      try {
        request(call, connection);
      } catch (HttpStall e) {
        throw e;
      } catch (IOException e) {
        return early(call, connection, e);
      }
      connection.patience(answer);
      return StallWatch.within(answer, connection, () -> answer(call, connection));
    } catch (IOException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Reads the response of a server that responds and closes before it has read the whole request.
   */
  private HttpAnswer early(HttpCall call, HttpConnection connection, IOException broken)
      throws IOException {
    if (!connection.isOpen()) {
      throw new Unanswered(broken);
    }
    try {
      connection.patience(Duration.ofSeconds(1));
      HttpAnswer answer = answer(call, connection);
      if (answer.status() >= 400) {
        return answer;
      }
      answer.close();
    } catch (IOException noAnswer) {
      broken.addSuppressed(noAnswer);
    }
    throw new Unanswered(broken);
  }

  private void request(HttpCall call, HttpConnection connection) throws IOException {
    StringBuilder head = new StringBuilder(call.method()).append(' ');
    Optional<HttpProxy> reader = connection.readingProxy();
    String origin = reader.map(proxy -> "http://" + call.uri().getRawAuthority()).orElse("");
    head.append(origin).append(target(call.uri())).append(" HTTP/1.1\r\n");
    header(head, "Host", call.uri().getRawAuthority());
    reader.ifPresent(proxy -> showTo(proxy, head));
    header(head, "User-Agent", "otters");
    header(head, "Accept-Encoding", "identity");
    call.headers().forEach((name, value) -> header(head, name, value));
    long length = call.body().length();
    if (length > 0 || !(call.method().equals("GET") || call.method().equals("HEAD"))) {
      header(head, "Content-Length", Long.toString(length));
    }
    StallWatch.Guard guard = watch.over(connection);
    try (guard) {
      connection.write(head.append("\r\n").toString());
      guard.progress();
      if (length > 0) {
        call.body().writeTo(new HttpSink(connection.out(), connection.plain(), guard::progress));
        connection.out().flush();
      }
    } catch (IOException e) {
      guard.check();
      throw e;
    }
  }

  private static void showTo(HttpProxy proxy, StringBuilder head) {
    proxy.authorization().ifPresent(value -> header(head, "Proxy-Authorization", value));
  }

  /**
   * Asks a proxy for a tunnel to a server, over a new connection.
   *
   * @throws ProxyRefusal if the proxy refuses, and would refuse again
   */
  void tunnel(HttpProxy proxy, String authority, SocketChannel channel) throws IOException {
    HttpConnection connection =
        new HttpConnection(
            channel,
            channel.socket(),
            channel.socket().getInetAddress(),
            Optional.of(proxy),
            free -> {});
    StringBuilder head = new StringBuilder("CONNECT ").append(authority).append(" HTTP/1.1\r\n");
    header(head, "Host", authority);
    header(head, "User-Agent", "otters");
    showTo(proxy, head);
    connection.write(head.append("\r\n").toString());
    connection.patience(times.answer());
    int status = StallWatch.within(times.answer(), connection, () -> head(connection)).status;
    if (status >= 400 && status < 500) {
      throw refusal(proxy, authority, status);
    }
    if (status / 100 != 2 || connection.hasBuffered()) {
      throw new IOException(
          "the proxy " + proxy + " opened no tunnel to " + authority + ": " + status);
    }
  }

  /** Returns the failure of a proxy that refuses to connect to a server. */
  static ProxyRefusal refusal(HttpProxy proxy, String authority, int status) {
    String why = "the proxy " + proxy + " refuses to connect to " + authority;
    return new ProxyRefusal(
        why
            + " ("
            + status
            + (status != 407
                ? ")"
                : proxy.authorization().isPresent()
                    ? "): it rejects the user and password of its URL"
                    : "): it requires a user and password, http://USER:PASSWORD@HOST:PORT"));
  }

  private static String target(URI uri) {
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery();
    return URI.create(query == null ? path : path + "?" + query).toASCIIString();
  }

  private static void header(StringBuilder head, String name, String value) {
    if (!VALUE.matcher(value).matches()) {
      throw new IllegalArgumentException("invalid value of the header " + name);
    }
    head.append(name).append(": ").append(value).append("\r\n");
  }

  private HttpAnswer answer(HttpCall call, HttpConnection connection) throws IOException {
    Head head = head(connection);
    for (int i = 0; head.status < 200; i++) {
      if (i == MOST_INTERIM || head.status == 101) {
        throw new IOException("the server sends too many interim responses");
      }
      head = head(connection);
    }
    connection.pace(times.stall());
    return new HttpAnswer(head.status, head.headers, body(call, head, connection));
  }

  private static Head head(HttpConnection connection) throws IOException {
    String line;
    try {
      line = connection.readLine(LONGEST_LINE);
    } catch (HttpStall e) {
      throw e;
    } catch (IOException e) {
      throw new Unanswered(e);
    }
    Matcher status = STATUS.matcher(line);
    if (!status.matches()) {
      throw new NoHttp(line);
    }
    Map<String, List<String>> headers = headers(connection);
    boolean closes =
        headers.getOrDefault("connection", List.of()).stream()
            .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("close"));
    return new Head(
        Integer.parseInt(status.group(2)), status.group(1).equals("1") && !closes, headers);
  }

  private static Map<String, List<String>> headers(HttpConnection connection) throws IOException {
    Map<String, List<String>> headers = new HashMap<>();
    for (int i = 0; ; i++) {
      String line = connection.readLine(LONGEST_LINE);
      if (line.isEmpty()) {
        return headers;
      }
      int colon = line.indexOf(':');
      if (i == MOST_HEADERS || colon <= 0 || line.substring(0, colon).isBlank()) {
        throw new IOException("the response has invalid headers, or too many");
      }
      headers
          .computeIfAbsent(
              line.substring(0, colon).toLowerCase(Locale.ROOT), k -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
  }

  private static HttpAnswerBody body(HttpCall call, Head head, HttpConnection connection)
      throws IOException {
    if (call.method().equals("HEAD") || head.status == 204 || head.status == 304) {
      return HttpAnswerBody.ofLength(connection, 0, head.keeps);
    }
    List<String> coding = head.headers.getOrDefault("transfer-encoding", List.of());
    if (!coding.isEmpty()) {
      if (coding.size() > 1 || !coding.getFirst().equalsIgnoreCase("chunked")) {
        throw new IOException("the response has an unknown transfer encoding");
      }
      return HttpAnswerBody.chunked(connection, head.keeps);
    }
    List<String> lengths = head.headers.getOrDefault("content-length", List.of());
    if (lengths.isEmpty()) {
      return HttpAnswerBody.untilClosed(connection);
    }
    if (lengths.stream().distinct().count() > 1 || !lengths.getFirst().matches("[0-9]{1,18}")) {
      throw new IOException("the response has an invalid length");
    }
    return HttpAnswerBody.ofLength(connection, Long.parseLong(lengths.getFirst()), head.keeps);
  }
}
