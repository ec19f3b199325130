package dev.otters.server.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks whether Ollama answers on this machine.
 *
 * @param port the port on 127.0.0.1
 */
record OllamaProbe(int port) {
  private static final int USUAL = 11_434;
  private static final int PATIENCE_MILLIS = 500;
  private static final int MOST = 4096;
  private static final Pattern HOST = Pattern.compile("(?:https?://)?[^:/]*:(\\d{1,5})/?");

  /** Uses the port of Ollama's own variable {@code OLLAMA_HOST}, else its default port. */
  static OllamaProbe of(Map<String, String> environment) {
    Matcher host = HOST.matcher(environment.getOrDefault("OLLAMA_HOST", ""));
    int port = host.matches() ? Integer.parseInt(host.group(1)) : USUAL;
    return new OllamaProbe(port > 0 && port <= 65_535 ? port : USUAL);
  }

  /** Returns the address of its OpenAI-compatible API, empty if it does not answer. */
  Optional<URI> base() {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
      socket
          .getOutputStream()
          .write(
              "GET /api/version HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      return answer(socket.getInputStream()).contains("\"version\"")
          ? Optional.of(URI.create("http://127.0.0.1:" + port + "/v1"))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static String answer(InputStream in) throws IOException {
    return new String(in.readNBytes(MOST), StandardCharsets.UTF_8);
  }
}
