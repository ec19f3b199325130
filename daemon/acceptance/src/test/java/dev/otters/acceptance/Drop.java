package dev.otters.acceptance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/**
 * A web server on all addresses of this machine that takes whatever programs bring: pushes to a git
 * repository, and any other request.
 */
final class Drop implements AutoCloseable {
  private static final String REPOSITORY = "drop.git";

  private final Path folder;
  private final HttpServer server;
  private final List<String> taken = new CopyOnWriteArrayList<>();

  private Drop(Path folder, HttpServer server) {
    this.folder = folder;
    this.server = server;
  }

  /** Starts a server whose repository, without a commit, is in a folder. */
  static Drop open(Path folder) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("0.0.0.0", 0), 100);
    Drop drop = new Drop(folder, server);
    drop.git("init", "-q", "--bare", REPOSITORY);
    server.createContext("/", drop::take);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    return drop;
  }

  private String git(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    return Run.start(folder, Map.of("PATH", "/usr/bin:/bin"), "", command).await().ok();
  }

  /** Gives the port that it listens on. */
  int port() {
    return server.getAddress().getPort();
  }

  /** Gives the head and the body of each request. */
  List<String> taken() {
    return taken;
  }

  /** Gives the messages of all commits and the names of all branches that were pushed. */
  String pushed() {
    return git("-C", REPOSITORY, "log", "--all", "--format=%B")
        + git("-C", REPOSITORY, "for-each-ref");
  }

  private void take(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    taken.add(
        exchange.getRequestMethod()
            + " "
            + exchange.getRequestURI()
            + "\n"
            + exchange.getRequestHeaders().entrySet()
            + "\n"
            + new String(body, ISO_8859_1));
    if (exchange.getRequestURI().getPath().startsWith("/" + REPOSITORY + "/")) {
      push(exchange, body);
    } else {
      answer(exchange, 200, "{}".getBytes(ISO_8859_1));
    }
  }

  /** Lets git answer a request, as CGI (RFC 3875) describes it. */
  private void push(HttpExchange exchange, byte[] body) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("git", "http-backend");
    Map<String, String> variables = builder.environment();
    variables.put("GIT_PROJECT_ROOT", folder.toString());
    variables.put("GIT_HTTP_EXPORT_ALL", "1");
    variables.put("REMOTE_USER", "agent");
    variables.put("REQUEST_METHOD", exchange.getRequestMethod());
    variables.put("PATH_INFO", exchange.getRequestURI().getPath());
    variables.put(
        "QUERY_STRING", Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse(""));
    variables.put("CONTENT_LENGTH", String.valueOf(body.length));
    header(exchange, "Content-Type").ifPresent(it -> variables.put("CONTENT_TYPE", it));
    header(exchange, "Content-Encoding")
        .ifPresent(it -> variables.put("HTTP_CONTENT_ENCODING", it));
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (OutputStream input = process.getOutputStream()) {
      input.write(body);
    }
    InputStream output = process.getInputStream();
    int status = 200;
    String line = line(output);
    while (!line.isEmpty()) {
      String[] field = line.split(": ", 2);
      if ("Status".equals(field[0])) {
        status = Integer.parseInt(field[1].substring(0, 3));
      } else {
        exchange.getResponseHeaders().add(field[0], field[1]);
      }
      line = line(output);
    }
    answer(exchange, status, output.readAllBytes());
  }

  private static Optional<String> header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }

  private static String line(InputStream input) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = input.read();
    while (next >= 0 && next != '\n') {
      line.write(next);
      next = input.read();
    }
    return line.toString(ISO_8859_1).strip();
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    // The connection ends (RFC 9112 section 9.6), so a program must not send more on it.
    exchange.getResponseHeaders().set("Connection", "close");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
