package dev.otters.images;

import dev.otters.protocol.Activation;
import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.LineChannel;
import dev.otters.protocol.MalformedMessageException;
import dev.otters.protocol.Message;
import dev.otters.protocol.Notice;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.TurnOptions;
import dev.otters.protocol.WireCodec;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Plays the daemon for one turn with one tool call, so that the worker loads every class that a
 * real turn needs. Serves one connection, in one thread.
 */
final class RehearsalDaemon implements AutoCloseable {

  private static final String TOOL = "/bin/true";

  private final ServerSocketChannel listener;
  private final Path socket;
  private final Path token;
  private final Thread thread;
  private volatile String ended = "the worker never connected";
  private boolean leased;
  private boolean toolCalled;
  private boolean answered;

  private RehearsalDaemon(ServerSocketChannel listener, Path socket, Path token) {
    this.listener = listener;
    this.socket = socket;
    this.token = token;
    this.thread = Thread.ofVirtual().unstarted(this::serve);
  }

  /** Listens on a socket in {@code folder} and writes a token file beside it. */
  static RehearsalDaemon start(Path folder) throws IOException {
    Path socket = folder.resolve("d.sock");
    Path token = Files.writeString(folder.resolve("token"), "rehearsal");
    ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listener.bind(UnixDomainSocketAddress.of(socket));
    RehearsalDaemon daemon = new RehearsalDaemon(listener, socket, token);
    daemon.thread.start();
    return daemon;
  }

  Path socket() {
    return socket;
  }

  /** Throws an exception unless the worker completed the turn. */
  void requireEverythingSaid() throws IOException {
    if (!ended.isEmpty()) {
      throw new IOException("the worker's rehearsal is incomplete: " + ended);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    Files.deleteIfExists(socket);
    Files.deleteIfExists(token);
  }

  private void serve() {
    try (SocketChannel connection = listener.accept();
        LineChannel lines = new LineChannel(connection)) {
      for (byte[] line = lines.read(); line != null; line = lines.read()) {
        if (WireCodec.decode(line) instanceof Message.Request request) {
          answer(lines, request);
        }
      }
    } catch (IOException | MalformedMessageException e) {
      broke(e);
    }
  }

  /**
   * Notes why the connection ended. After the answer, the worker may leave with a call under way.
   */
  private void broke(Exception reason) {
    if (!answered) {
      ended = reason.toString();
    }
  }

  private void answer(LineChannel lines, Message.Request request) throws IOException {
    if (!answered) {
      ended = "the last call was " + request.call().method().wireName();
    }
    Answer answer =
        switch (request.call()) {
          case Call.Hello hello -> new Answer.Welcome(Protocol.VERSION, "rehearsal", setup());
          case Call.Lease lease when leased -> null;
          case Call.Lease lease -> lease();
          case Call.Complete complete -> next();
          default -> new Answer.Done();
        };
    if (answer != null) {
      lines.write(WireCodec.encode(new Message.Response(request.id(), answer)));
    }
    if (answered) {
      ended = "";
      lines.write(WireCodec.encode(new Message.Notification(new Notice.Stop(1000))));
    }
  }

  private Answer lease() {
    leased = true;
    return new Answer.Leased(
        new Activation(
            "activation", 1, "cli:prompt:rehearsal", "turn", new TurnOptions(10_000, 60_000)));
  }

  private Answer next() {
    if (toolCalled) {
      answered = true;
      return new Answer.Over(Outcome.Kind.ANSWERED);
    }
    toolCalled = true;
    ToolCall call = new ToolCall("call", "true", "{\"args\":[\"--help\"],\"stdin\":\"\"}");
    return new Answer.Run(List.of(call));
  }

  private static AgentSetup setup() {
    AgentSetup.Pin pin = new AgentSetup.Pin("rehearsal:latest", "sha256:" + "0".repeat(64));
    return new AgentSetup(
        new AgentSetup.Identity(
            "00000000-0000-4000-8000-000000000000",
            "rehearsal",
            "Loads what a turn needs.",
            "scripted/rehearsal",
            pin,
            pin),
        Map.of("max-iterations", "20"),
        List.of(new AgentSetup.Env("KEY", "A key.", "value", false)),
        List.of(new AgentSetup.Context("SOUL", "Who.", "You rehearse.")),
        List.of(new AgentSetup.Tool("true", "Does nothing.", TOOL)),
        List.of(new AgentSetup.Mount("/workspace/src", "Source", true)),
        List.of(),
        List.of(),
        List.of(),
        AgentSetup.EGRESS_NETWORK,
        List.of(),
        new AgentSetup.Limits(1L << 30, 2, 512));
  }
}
