package dev.otters.bench.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.otters.resources.mcp.McpPrograms;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of the Model Context Protocol whose tool answers at once, over HTTP or as a program. */
public record McpEcho(HttpServer http) implements McpPrograms {
  /** The tool of the server. */
  public static final String TOOL = "echo";

  private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|[0-9]+)");
  private static final int NO_METHOD = 405;
  private static final String HELLO =
      "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
          + "\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}";
  private static final String ANSWER = "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";
  private static final String SCRIPT =
      """
      while read -r line; do
        id=${line#*'"id":'}; id=${id%%%%[,\\}]*}
        case $line in
          *'"method":"initialize"'*) said='%s';;
          *'"method":"tools/call"'*) said='%s';;
          *) continue;;
        esac
        printf '{"jsonrpc":"2.0","id":%%s,"result":%%s}\\n' "$id" "$said"
      done
      """
          .formatted(HELLO, ANSWER);

  /** The program of the server and its arguments. */
  public static final List<String> COMMAND = List.of("sh", "-c", SCRIPT);

  /** Starts the server over HTTP. */
  public static McpEcho open() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/mcp", McpEcho::serve);
    http.start();
    return new McpEcho(http);
  }

  /** Returns the host and the port. */
  public String authority() {
    return "127.0.0.1:" + http.getAddress().getPort();
  }

  private static void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String message = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      Matcher id = ID.matcher(message);
      if (!exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(NO_METHOD, -1);
      } else if (!id.find()) {
        exchange.sendResponseHeaders(202, -1);
      } else {
        String said = message.contains("\"initialize\"") ? HELLO : ANSWER;
        byte[] answer =
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
                .formatted(id.group(1), said)
                .getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
      }
    }
  }

  @Override
  public Program start(Order order, Output output) {
    try {
      Process process = new ProcessBuilder(COMMAND).start();
      Thread.ofVirtual().name("mcp-output").start(() -> pass(process, output));
      return new Running(process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void pass(Process process, Output output) {
    byte[] buffer = new byte[1 << 13];
    try (InputStream out = process.getInputStream()) {
      for (int read = out.read(buffer); read >= 0; read = out.read(buffer)) {
        output.write(buffer, 0, read);
      }
    } catch (IOException e) {
      process.destroyForcibly();
    }
    output.ended("ended");
  }

  private record Running(Process process) implements Program {
    @Override
    public boolean isCurrent() {
      return true;
    }

    @Override
    public OutputStream input() {
      return process.getOutputStream();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  /** Does nothing: the connection of each program ends it. */
  @Override
  public void stop(UUID agent) {}

  /** Ends the server over HTTP. */
  @Override
  public void close() {
    http.stop(0);
  }
}
