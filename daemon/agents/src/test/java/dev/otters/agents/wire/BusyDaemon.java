package dev.otters.agents.wire;

import dev.otters.home.TalkingProgram;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.audit.AuditLog;
import dev.otters.home.store.Database;
import dev.otters.home.text.Redactor;
import dev.otters.home.time.SystemTime;
import dev.otters.home.token.SigningKey;
import dev.otters.home.token.Tokens;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Providers;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.ChatProviders;
import dev.otters.sessions.FakeDirectory;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** A daemon with one agent that has a large system prompt and sessions of one message each. */
final class BusyDaemon {
  private BusyDaemon() {}

  /** The characters of the system prompt, which take two bytes each. */
  private static final int LENGTH = 1_000_000;

  private static final String SECRET = "s3cret-of-the-agent";

  /** Takes the folder, the agent, the address of the vendor, and the number of sessions. */
  public static void main(String[] args) throws IOException, InterruptedException {
    TalkingProgram.endWithParent();
    Path folder = Path.of(args[0]);
    UUID agent = UUID.fromString(args[1]);
    ProviderConfig vendor = VendorSocket.config("acme", "openai", URI.create(args[2]));
    SystemTime time = new SystemTime();
    Database database = Database.open(folder.resolve("daemon.db"));
    FakeDirectory directory = new FakeDirectory();
    directory.model = "acme/some-model";
    directory.redactor = new Redactor(List.of(SECRET))::redact;
    directory.parallel = Integer.parseInt(args[3]);
    Sessions sessions = new Sessions(database, directory, time, new Random(1));
    sessions.spool(folder.resolve("spool"));
    Tokens tokens = new Tokens(database, SigningKey.load(folder.resolve("key")), "home", time);
    ModelGateway gateway = new ModelGateway(Providers.of(ChatProviders.open(vendor)));
    WireServer wire =
        new WireServer(
            sessions,
            gateway,
            tokens,
            directory,
            new AgentRefusals(new AuditLog(database, time), time),
            time);
    sessions.boot(Set.of());
    Random random = new Random(2);
    String system =
        random
            .ints(LENGTH, 'à', 'ÿ')
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    directory.blocks =
        List.of(new PromptBlock("RULES", PromptBlock.Origin.CONTEXT, system + SECRET));
    for (int i = 0; i < directory.parallel; i++) {
      SessionId session = new SessionId("s" + i);
      sessions.service().appendUserMessage(agent, session, "m", "message " + i, tx -> {});
    }
    Path sockets = Files.createDirectories(folder.resolve("run"));
    wire.open(agent, sockets, id(folder, "unix:uid"), id(folder, "unix:gid"));
    System.out.println("token " + tokens.forNewSandbox(agent));
    Thread.currentThread().join();
  }

  private static int id(Path folder, String attribute) throws IOException {
    return (Integer) Files.getAttribute(folder, attribute);
  }
}
