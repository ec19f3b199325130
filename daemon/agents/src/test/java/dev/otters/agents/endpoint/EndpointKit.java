package dev.otters.agents.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.home.ProcessUser;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.audit.AuditLog;
import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.PlayedProvider;
import dev.otters.models.gateway.Providers;
import dev.otters.protocol.SandboxModels;
import dev.otters.sessions.FakeDirectory;
import dev.otters.sessions.ProgramRequests;
import dev.otters.sessions.Sessions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** An endpoint of one agent, whose model {@code work/small} says what a test wants. */
final class EndpointKit implements AutoCloseable {
  final UUID agent = UUID.randomUUID();
  final ManualTime time = new ManualTime();
  final FakeDirectory directory = new FakeDirectory();
  final Model model = new Model();
  final Sessions sessions;
  final AuditLog audit;
  final ModelEndpoints endpoints;
  private final ModelGateway gateway = new ModelGateway(Providers.of(model));
  private final Database database;
  private final Path folder;

  /** Speaks a piece for each one of a queue, up to an empty one. */
  static final class Model extends PlayedProvider {
    final BlockingQueue<CompletionRequest> asked = new LinkedBlockingQueue<>();
    final BlockingQueue<String> pieces = new LinkedBlockingQueue<>();
    final Semaphore cancelled = new Semaphore(0);
    volatile Optional<ModelException> failure = Optional.empty();

    Model() {
      super("work");
    }

    void says(String... texts) {
      pieces.addAll(List.of(texts));
      pieces.add("");
    }

    @Override
    public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
        throws InterruptedException {
      asked.add(request);
      try {
        StringBuilder all = new StringBuilder();
        String piece = pieces.take();
        while (!piece.isEmpty()) {
          all.append(piece);
          text.accept(piece);
          piece = pieces.take();
        }
        if (failure.isPresent()) {
          throw failure.get();
        }
        return new Completion(all.toString(), List.of(), StopReason.END_TURN, new Usage(100, 20));
      } catch (InterruptedException e) {
        cancelled.release();
        throw e;
      }
    }
  }

  EndpointKit(Path folder) throws IOException {
    this.folder = folder;
    this.database = Database.open(folder.resolve("daemon.db"));
    this.sessions = new Sessions(database, directory, time, new Random(7));
    sessions.boot(Set.of());
    directory.model = "work/small";
    this.audit = new AuditLog(database, time);
    this.endpoints =
        new ModelEndpoints(
            sessions.programRequests(gateway), agent -> true, new AgentRefusals(audit, time), time);
    ProcessUser user = ProcessUser.current();
    endpoints.open(agent, "bob", folder, user.uid(), user.gid());
  }

  SocketChannel connect() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve(SandboxModels.SOCKET)));
  }

  /** Gives the text of a request with a body. */
  static String post(String path, String body) {
    return "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(path, body.getBytes(UTF_8).length, body);
  }

  /** Gives a request in OpenAI's form. */
  static String chat(String members) {
    return post(
        "/v1/chat/completions",
        "{\"model\":\"small\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]"
            + members
            + "}");
  }

  /** Gives a request in Anthropic's form. */
  static String message(String members) {
    return chat(members).replace("/v1/chat/completions", "/v1/messages");
  }

  static void send(SocketChannel channel, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
    while (bytes.hasRemaining()) {
      int unused = channel.write(bytes);
    }
  }

  /** Reads until a text has come. */
  static String readUntil(SocketChannel channel, String wanted) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer one = ByteBuffer.allocate(1);
    while (!all.toString(UTF_8).contains(wanted)) {
      if (channel.read(one.clear()) < 0) {
        throw new IOException("only this came: " + all.toString(UTF_8));
      }
      all.write(one.get(0));
    }
    return all.toString(UTF_8);
  }

  static String readAll(SocketChannel channel) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer part = ByteBuffer.allocate(4096);
    while (channel.read(part.clear()) >= 0) {
      all.write(part.array(), 0, part.position());
    }
    return all.toString(UTF_8);
  }

  /** Sends a text and returns the whole response. */
  String ask(String text) throws IOException {
    try (SocketChannel channel = connect()) {
      send(channel, text);
      return readAll(channel);
    }
  }

  /** Gives the tokens that count in the budget of the agent's programs. */
  long spent() {
    return sessions.budgets().show(agent, ProgramRequests.SESSION).tokens();
  }

  void awaitRunning(int count) {
    while (endpoints.running() != count) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    endpoints.close();
    gateway.close();
    sessions.close();
    database.close();
  }
}
