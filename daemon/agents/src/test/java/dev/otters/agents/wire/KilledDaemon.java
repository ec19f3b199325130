package dev.otters.agents.wire;

import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.audit.AuditLog;
import dev.otters.home.store.Database;
import dev.otters.home.time.SystemTime;
import dev.otters.home.token.SigningKey;
import dev.otters.home.token.Tokens;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.Providers;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.ChatProviders;
import dev.otters.sessions.FakeDirectory;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.conversation.Memory;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The daemon that {@link PaidOnceTest} and others kill: one agent on its socket, with the database,
 * the gateway and a vendor over HTTP. It loads its classes and waits for a line; then it starts and
 * prints the token of the agent. With each line it appends a message in a session of its own.
 */
final class KilledDaemon {
  private KilledDaemon() {}

  /** The beginning of the name of a daemon that does not store the first answer that it gets. */
  static final String STUCK = "stuck";

  /** The line that says that such a daemon has the answer. */
  static final String ANSWERED = "answered";

  /** The line that says that it has counted an answer that no turn uses. */
  static final String COUNTED = "counted";

  /** The end of each message of a long session. */
  private static final String LONG = " " + "x".repeat(1000);

  /**
   * Takes the folder, the agent, the address of the vendor, and a name; and perhaps the name of a
   * session for all messages, which are long then.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Path.of(args[0]);
    UUID agent = UUID.fromString(args[1]);
    Provider vendor = ChatProviders.open(vendor(URI.create(args[2])));
    warm(vendor);
    if (System.in.read() < 0) {
      return;
    }
    SystemTime time = new SystemTime();
    Database database = Database.open(folder.resolve("daemon.db"));
    FakeDirectory directory = new FakeDirectory();
    directory.model = "acme/some-model";
    directory.memory = args.length > 4 ? new Memory(true, 0, 3000) : Memory.SLIDING;
    directory.tools = List.of(new ToolSchema("sh", "a shell", ToolSchema.BIN_INPUT));
    Sessions sessions = new Sessions(database, directory, time, new Random(1));
    Tokens tokens = new Tokens(database, SigningKey.load(folder.resolve("key")), "home", time);
    ModelGateway gateway =
        new ModelGateway(Providers.of(args[3].startsWith(STUCK) ? new Stuck(vendor) : vendor));
    WireServer wire =
        new WireServer(
            sessions,
            gateway,
            tokens,
            directory,
            new AgentRefusals(new AuditLog(database, time), time),
            time);
    sessions.spool(folder.resolve("spool"));
    sessions.boot(Set.of());
    Path sockets = Files.createDirectories(folder.resolve("run"));
    wire.open(agent, sockets, id(folder, "unix:uid"), id(folder, "unix:gid"));
    System.out.println("token " + tokens.forNewSandbox(agent));
    if (args[3].startsWith(STUCK)) {
      Thread.ofVirtual().start(() -> awaitCounted(database));
    }
    int messages = 0;
    do {
      String name = args[3] + "-" + ++messages;
      SessionId session = new SessionId(args.length > 4 ? args[4] : name);
      String text = "work " + name + (args.length > 4 ? LONG : "");
      sessions.service().appendUserMessage(agent, session, name, text, tx -> {});
    } while (System.in.read() >= 0);
    Runtime.getRuntime().halt(1);
  }

  /** A provider that keeps its first answer until it is cancelled. */
  private record Stuck(Provider vendor, AtomicBoolean again) implements Provider {
    Stuck(Provider vendor) {
      this(vendor, new AtomicBoolean());
    }

    @Override
    public String name() {
      return vendor.name();
    }

    @Override
    public void check(String model) {
      vendor.check(model);
    }

    @Override
    public List<ModelOffer> models() throws InterruptedException {
      return vendor.models();
    }

    @Override
    public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
        throws InterruptedException {
      Completion answer = vendor.complete(request, caller, text);
      if (again.compareAndSet(false, true)) {
        System.out.println(ANSWERED);
        new CountDownLatch(1).await();
      }
      return answer;
    }
  }

  private static ProviderConfig vendor(URI base) {
    return VendorSocket.config("acme", "openai", base);
  }

  private static void awaitCounted(Database database) {
    String unused = "SELECT count(*) AS n FROM ledger WHERE step < 0";
    while (database.<Long>read(rows -> rows.number(unused)) == 0) {
      LockSupport.parkNanos(5_000_000);
    }
    System.out.println(COUNTED);
  }

  private static void warm(Provider vendor) throws InterruptedException {
    vendor.complete(
        new CompletionRequest(
            CountingVendor.WARM_UP,
            List.of(new ChatMessage.User("hello")),
            List.of(new ToolSchema("sh", "a shell", ToolSchema.BIN_INPUT)),
            Map.of()),
        text -> {});
  }

  private static int id(Path folder, String attribute) throws IOException {
    return (Integer) Files.getAttribute(folder, attribute);
  }
}
