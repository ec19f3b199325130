package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.catalog.Attachments;
import dev.otters.agents.create.RunRequests;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.Placement;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.MountRequest;
import dev.otters.api.repo.RepoList;
import dev.otters.executor.BinMounts;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.resources.attachment.Attachment;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.writeback.Writeback;
import dev.otters.sessions.catalog.CatalogFile;
import dev.otters.sessions.catalog.CatalogFolder;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.schema.AnswerSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class AgentCatalogTest {
  private static final String SECRET = "tok-4f1e9c";
  private static final SessionId SESSION = new SessionId(".s");

  @TempDir Path folder;
  @AutoClose private AgentKit kit;
  private AgentView agent;
  private UUID id;
  private CatalogFolder catalog;

  @BeforeEach
  void start() throws IOException {
    kit = new AgentKit(folder);
    Path skill = Files.createDirectories(folder.resolve("context/skills/deploy"));
    Files.writeString(
        skill.resolve("SKILL.md"), "---\nname: deploy\ndescription: How to deploy.\n---\n");
    kit.images()
        .agent(
            "full:1",
            AgentKit.AGENTFILE
                + """
                SKILL deploy skills/deploy
                VAULT token ENV=API_TOKEN FOR=sh "The token."
                CAPABILITY writeback
                """);
    Path source = Files.createDirectory(folder.resolve("project"));
    agent =
        kit.run(
            RunRequests.of(
                "full:1",
                Map.of(
                    "env",
                    Map.of("PASSWORD", SECRET),
                    "mounts",
                    List.of(new MountRequest(source.toString(), "src", "A project.", false)))));
    id = UUID.fromString(agent.id());
    catalog = kit.agents().directory().catalog();
    kit.sessions().catalog(catalog);
  }

  private JsonNode file(String name) {
    return catalog.setup(id, SESSION).stream()
        .filter(file -> file.name().equals(name + ".json"))
        .map(file -> Bodies.read(file.text()))
        .findFirst()
        .orElseThrow();
  }

  /** Stores a session as an earlier release did. */
  private void store(int key, SessionId session) {
    kit.database()
        .update(
            tx ->
                tx.execute(
                    "INSERT INTO sessions(key, agent, id, status, created_at, updated_at) VALUES(?,"
                        + " ?, ?, 'IDLE', 0, 0)",
                    key,
                    id,
                    session));
  }

  private void stage() {
    store(7, SESSION);
    FilePath soul = Writeback.target("SOUL.md");
    kit.agents()
        .directory()
        .writeback()
        .stage(new Writeback.Place(id, SESSION.value()), soul, soul, false);
  }

  @Test
  void aModelIsToldOfAllButTheVaultsIfTheImageCannotBeRead() {
    Agent row = kit.row(agent);
    ImagePin gone = new ImagePin("full:1", Digest.parse("sha256:" + "0".repeat(64)));
    AgentSpec spec = row.spec().withImage(gone, gone);
    Agent broken =
        new Agent(
            id, row.name(), row.user(), row.placement(), spec, row.createdAt(), row.standing());
    Attachments attachments = new Attachments(kit.home, kit.source, _ -> new RepoList(List.of()));

    assertThat(attachments.ofModel(row, row.id(), ".s"))
        .isEqualTo(attachments.of(row, row.id(), ".s"));
    assertThat(attachments.ofModel(broken, broken.id(), ".s"))
        .isEqualTo(
            attachments.of(row, row.id(), ".s").stream()
                .filter(it -> it.kind() != Attachment.Kind.VAULT)
                .toList());
    assertThatThrownBy(() -> attachments.of(broken, broken.id(), ".s"))
        .isInstanceOf(OciException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"environment", "skills", "vaults", "session-runtime", "staged-substrate"})
  void eachFileMatchesItsSchema(String name) throws IOException {
    stage();
    Path schemas = Path.of(System.getProperty("otters.root", "../.."), "docs/catalog");
    String schema = Files.readString(schemas.resolve(name + ".schema.json"));

    assertThat(AnswerSchema.problem(schema, file(name).toString())).isEmpty();
    assertThat(AnswerSchema.problem(schema, "{\"other\": 1}")).isPresent();
  }

  @Test
  void theFilesSayWhatTheAgentHas() {
    stage();

    assertThat(file("environment").at("/agent/name").asString()).isEqualTo(agent.name());
    assertThat(file("environment").at("/sandbox/mode").asString()).isEqualTo("docker");
    assertThat(file("skills").at("/skills/0/filePath").asString())
        .isEqualTo("/opt/skills/deploy/SKILL.md");
    assertThat(file("vaults").path("vaults").toString())
        .isEqualTo("[{\"vaultName\":\"token\",\"tools\":[\"sh\"],\"description\":\"The token.\"}]");
    assertThat(file("session-runtime").path("resources"))
        .extracting(resource -> resource.path("mountPath").asString(""))
        .containsExactly(
            "/workspace",
            "/workspace/agent",
            "/memory/learnings",
            "/runtime/_s",
            "/workspace/src",
            "");
    assertThat(file("session-runtime").at("/resources/0/metadata/prompt").asString())
        .contains("/workspace/sessions/_s");
    assertThat(file("session-runtime").at("/resources/4/metadata/prompt").asString())
        .isEqualTo("A project.");
    assertThat(file("session-runtime").at("/resources/5/id").asString()).isEqualTo("vault:token");
    assertThat(file("staged-substrate").at("/entries/0/sessionPath").asString())
        .isEqualTo("/workspace/sessions/_s/drafts/SOUL.md");
    assertThat(file("staged-substrate").at("/entries/0/sourceChangedSinceStage").asBoolean())
        .isFalse();
  }

  @Test
  void theOperatorSeesWhereAttachmentsComeFrom() {
    String root = kit.root(agent).toString();

    assertThat(kit.agents().directory().attachments(id, SESSION))
        .extracting(Attachment::source)
        .containsExactly(
            root + "/workspace",
            root + "/substrate",
            root + "/learnings",
            root + "/runtime/_s",
            folder.resolve("project").toString(),
            "vault:token");
  }

  @Test
  void attachmentsWithoutASandboxHaveThePathsOfTheMachine() {
    Agent row = kit.row(agent);
    Placement plain = new Placement(ExecutorKind.UNSANDBOXED, "named", BinMounts.BIND);
    Agent unsandboxed =
        new Agent(id, row.name(), row.user(), plain, row.spec(), row.createdAt(), row.standing());
    String root = kit.root(agent).toString();

    List<Attachment> all =
        new Attachments(kit.home, kit.source, _ -> new RepoList(List.of()))
            .of(unsandboxed, unsandboxed.id(), ".s");

    assertThat(all)
        .extracting(it -> it.path().orElse("-"))
        .containsExactly(
            root + "/workspace",
            root + "/workspace/agent",
            root + "/memory/learnings",
            root + "/runtime/_s",
            root + "/workspace/src",
            "-");
    assertThat(all.getFirst().prompt()).contains(root + "/workspace/sessions/_s");
  }

  @Test
  void noFileHasASecretOrAPathOfTheHost() {
    stage();

    assertThat(catalog.setup(id, SESSION).stream().map(CatalogFile::text))
        .noneMatch(text -> text.contains(SECRET) || text.contains(folder.toString()));
    assertThat(file("environment").path("variables").toString()).contains("PASSWORD");
  }

  private Path draft() {
    return kit.root(agent).resolve("workspace/sessions/_s/drafts/SOUL.md");
  }

  private void remove() {
    kit.sessions().removal().remove(id, SESSION, false);
    assertThat(draft()).exists();
  }

  private static void lock(Path folder, String permissions) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void aRemovedSessionTakesItsFilesAlongWhateverTheAgentForbids() throws IOException {
    stage();
    lock(kit.root(agent).resolve("workspace/sessions"), "---------");
    lock(kit.root(agent).resolve("runtime"), "r--r--r--");
    kit.sessions().removal().remove(id, SESSION, false);

    kit.time.advance(Duration.ZERO);

    assertThat(draft().getParent().getParent()).doesNotExist();
    assertThat(draft().getParent().getParent().getParent()).exists();
  }

  @Test
  void theNextDaemonRemovesTheFilesIfThisOneEndsBefore() throws IOException {
    stage();
    remove();
    kit.time.forgetTasks();
    kit.close();

    kit.open();
    kit.time.advance(Duration.ZERO);

    assertThat(draft()).doesNotExist();
  }

  @Test
  void aNewSessionNeverSeesTheFilesOfTheOldOneAndKeepsItsOwn() {
    stage();
    remove();

    kit.sessions().service().appendUserMessage(id, SESSION, "m1", "hello", tx -> {});
    List<CatalogFile> unused = catalog.setup(id, SESSION);
    assertThat(draft()).doesNotExist();

    kit.sessions().removal().remove(id, SESSION, false);
    stage();
    kit.time.advance(Duration.ofMinutes(1));
    assertThat(draft()).exists();
  }

  @Test
  void aDraftIsNeverTakenForOneOfTheOldSession() {
    stage();
    remove();

    assertThat(
            kit.agents()
                .directory()
                .writeback()
                .drafts()
                .read(id, SESSION.value(), Writeback.target("SOUL.md")))
        .isEmpty();
  }

  @Test
  void theFilesGoWhenTheCallsOfTheLastTurnHaveEnded() {
    stage();
    kit.sessions().service().appendUserMessage(id, SESSION, "m1", "hello", tx -> {});
    remove();

    kit.time.advance(Duration.ofSeconds(14));
    assertThat(draft()).exists();
    kit.time.advance(Duration.ofSeconds(1));
    assertThat(draft()).doesNotExist();
  }

  @Test
  void aRemovedSessionLeavesTheFoldersOfASessionWithANameLikeIt() {
    stage();
    store(8, new SessionId("_" + SESSION.value().substring(1)));

    kit.sessions().removal().remove(id, SESSION, false);

    assertThat(kit.root(agent).resolve("workspace/sessions/_s/drafts/SOUL.md")).exists();
  }

  @Test
  void anAgentThatWasRemovedHasNoFiles() {
    assertThat(catalog.setup(UUID.randomUUID(), SESSION)).isEmpty();
  }
}
