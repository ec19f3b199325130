package dev.otters.resources.writeback;

import static dev.otters.resources.attachment.Attachment.Kind.LOCAL_FILE;
import static dev.otters.resources.attachment.Attachment.Kind.VAULT;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.home.store.Database;
import dev.otters.home.store.Tx;
import dev.otters.home.time.ManualTime;
import dev.otters.resources.attachment.Attachment;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.Substrate;
import dev.otters.resources.substrate.SubstrateFolder;
import dev.otters.resources.writeback.Writeback.Place;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An agent with durable files, and a session whose drafts are in memory. */
abstract class WritebackBench {
  static final JsonMapper JSON = JsonMapper.shared();
  static final UUID AGENT = UUID.fromString("00000000-0000-0000-0000-000000000001");
  static final FilePath SOUL = new FilePath(List.of("SOUL.md"));

  @TempDir Path folder;
  final Map<String, Content> files = new HashMap<>();
  final Map<String, Content> drafts = new HashMap<>();
  Database database;
  static final List<Attachment> ATTACHMENTS =
      List.of(
          Attachment.at("/workspace/src", LOCAL_FILE, "/home/ada/src", true, "The s3cret source."),
          new Attachment("vault:gh", VAULT, "vault:gh", Optional.empty(), true, ""));

  Substrate substrate;
  WritebackCalls calls;
  Runnable onCopy = () -> {};
  Runnable onDraft = () -> {};
  WriteGate gate = WriteGate.OPEN;
  int ids;

  @BeforeEach
  void open() {
    database = Database.open(folder.resolve("daemon.db"));
    database.update(WritebackBench::addSession);
    substrate = new Substrate(database, new ManualTime(), new Disk());
    substrate.prepare(AGENT, Map.of("SOUL.md", "Kind.\n"));
    calls =
        new WritebackCalls(
            new Writeback(database, new ManualTime(), substrate, new Drafts()),
            new Place(AGENT, "s"),
            () -> ATTACHMENTS,
            text -> text.replace("s3cret", "(secret)"),
            given -> gate.pass(given));
  }

  @AfterEach
  void close() {
    database.close();
  }

  static void addSession(Tx tx) {
    tx.execute(
        "INSERT INTO agents(id, name, uid, gid, spec, state, created, wanted, keep_workspace,"
            + " restarts, created_at) VALUES(?, 'guide', 1, 1, '{}', 'READY', 1, 1, 0, 0, 0)",
        AGENT);
    tx.execute(
        "INSERT INTO sessions(key, agent, id, status, created_at, updated_at) VALUES(1, ?, 's',"
            + " 'IDLE', 0, 0)",
        AGENT);
  }

  final class Disk implements SubstrateFolder {
    @Override
    public void create(UUID agent) {}

    @Override
    public void write(UUID agent, Map<FilePath, Content> written) {
      onCopy.run();
      written.forEach((path, content) -> files.put(path.toString(), content));
    }

    @Override
    public Optional<Content> read(UUID agent, FilePath path) {
      return Optional.ofNullable(files.get(path.toString()));
    }
  }

  final class Drafts implements DraftFolder {
    @Override
    public String target(UUID agent, String session) {
      return "/workspace/sessions/" + session + "/drafts";
    }

    @Override
    public Optional<Content> read(UUID agent, String session, FilePath path) {
      return Optional.ofNullable(drafts.get(path.toString()));
    }

    @Override
    public void write(UUID agent, String session, FilePath path, Content content) {
      onDraft.run();
      drafts.put(path.toString(), content);
    }
  }

  JsonNode call(String tool, String input) {
    return JSON.readTree(calls.run(tool, "call " + ++ids, JSON.readTree(input)));
  }

  ThrowableAssertAlternative<ResourceException> assertRefused(String tool, String input) {
    return assertThatExceptionOfType(ResourceException.class).isThrownBy(() -> call(tool, input));
  }

  String status() {
    return call("resources_list_staged_drafts", "{}")
        .path("drafts")
        .path(0)
        .path("status")
        .asString();
  }

  JsonNode promote() {
    JsonNode needed =
        call("resources_compare_with_substrate", "{\"sessionPath\":\"SOUL.md\"}").path("promote");
    return call(
        "resources_promote_to_substrate",
        "{\"sourcePath\":\"SOUL.md\",\"draftContentHash\":\"%s\",\"expectedVersionId\":\"%s\"}"
            .formatted(
                needed.path("draftContentHash").asString(),
                needed.path("expectedVersionId").asString()));
  }
}
