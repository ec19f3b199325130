package dev.otters.cli.commands.session;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.otters.api.trace.TracePrompt;
import dev.otters.cli.client.Route;
import dev.otters.cli.commands.Invocation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;

/** The files that came with the messages of a session. */
final class SentFiles {
  private SentFiles() {}

  /** Reads a file, and returns its base64. */
  static String read(Invocation invocation, String agent, String session, String sha256)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream encoded = Base64.getEncoder().wrap(bytes)) {
      Route route = Route.of("agents", agent, "sessions", session, "files", sha256);
      invocation.daemon().download(route, encoded, _ -> {});
    }
    return bytes.toString(US_ASCII);
  }

  /** Prints a recorded request of the session that the first two arguments name, with its files. */
  static void print(Invocation invocation, String request) throws IOException {
    String agent = invocation.arguments().first();
    String session = invocation.arguments().positional().get(1);
    String[] parts = request.split(String.valueOf(TracePrompt.MARK), -1);
    for (int i = 0; i < parts.length; i++) {
      boolean text = i % 2 == 0;
      invocation.console().text(text ? parts[i] : read(invocation, agent, session, parts[i]));
    }
    invocation.console().line("");
  }
}
