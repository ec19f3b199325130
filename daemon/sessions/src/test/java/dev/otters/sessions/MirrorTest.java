package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.api.session.JsonLines;
import dev.otters.protocol.Activation;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MirrorTest extends MirrorBench {
  private static String member(String line, String name) {
    String rest = line.substring(line.indexOf("\"" + name + "\":") + name.length() + 3);
    return rest.split("[,}]", 2)[0].replace("\"", "");
  }

  private static List<String> members(List<String> lines, String name) {
    return lines.stream().skip(1).map(line -> member(line, name)).toList();
  }

  @Test
  void aTurnIsARowForEachThingThatWasSaidOrDone() throws IOException {
    kit.say("Look.");
    Activation turn = kit.lease();
    kit.append(turn, SessionKit.use("c1", 1, "-c", "date"));
    kit.append(turn, SessionKit.result("c1", "today"));
    kit.advance(Duration.ofSeconds(2));
    kit.answer(turn, 2, "Done.");
    settle();

    List<String> lines = lines();
    assertThat(lines.getFirst())
        .isEqualTo(
            "{\"type\":\"session\",\"version\":2,\"id\":\"cli:chat:1\",\"created_at\":"
                + "\"2026-01-01T00:00:00Z\",\"cwd\":\"/workspace\",\"otters_version\":\"1.2.3\"}");
    assertThat(members(lines, "type"))
        .containsExactly(
            "message", "message", "tool_call", "tool_result", "message", "custom_message");
    assertThat(lines.get(1)).contains("\"role\":\"user\",\"content\":\"Look.\"");
    assertThat(lines.get(2))
        .contains("\"role\":\"system\",\"content\":\"## AGENT\\nBe brief.\"")
        .contains("\"kind\":\"agent\",\"debug\":\"system_prompt\"");
    assertThat(lines.get(5))
        .contains("\"content\":\"Done.\"", "\"kind\":\"chat\"", "\"turn_id\":")
        .contains("\"model\":\"scripted/guide\",\"latency_ms\":2000");
    assertThat(lines.get(6)).contains("\"custom_type\":\"turn_stub\"", "\"text\":\"answered\"");
  }

  @Test
  void eachRowHasTheOneBeforeAsItsParentAndTheNumberOfItsEvent() throws IOException {
    for (int turn = 0; turn < 30; turn++) {
      turn("message " + turn, "answer " + turn);
      kit.advance(Duration.ofMillis(turn % 3));
    }
    settle();

    List<String> lines = lines();
    List<String> ids = members(lines, "id");
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(members(lines, "parent_id").getFirst()).isEqualTo("null");
    assertThat(members(lines, "parent_id").subList(1, ids.size()))
        .isEqualTo(ids.subList(0, ids.size() - 1));
    Map<Long, String> log =
        kit.events().stream().collect(Collectors.toMap(SessionEvent::seq, SessionEvent::id));
    List<Long> numbers = members(lines, "seq").stream().map(Long::parseLong).toList();
    assertThat(numbers).isSorted();
    assertThat(numbers.stream().map(log::get).toList()).isEqualTo(ids);
    assertThat(Files.readString(file())).isEqualTo(fresh());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 300, 100_000})
  void unusualIdsOfCallsDoNotHideTheEndOfAFile(int length) throws IOException {
    kit.say("Look.");
    Activation turn = kit.lease();
    String call = "\",\"seq\":1,\u2028".repeat(length);
    kit.append(turn, SessionKit.use(call, 1, "-c", "date"));
    settle();
    Object inode = Files.getAttribute(file(), "unix:ino");
    kit.append(turn, SessionKit.result(call, "today"));
    settle();

    assertThat(Files.getAttribute(file(), "unix:ino")).as("not written anew").isEqualTo(inode);
    assertThat(lines().getLast()).startsWith("{\"id\":\"event-5\",\"parent_id\":\"event-4\",");
    assertThat(Files.readString(file())).isEqualTo(fresh());
  }

  @Test
  void filesAndFoldersArePrivateAndAsOldAsTheLastEvent() throws IOException {
    turn("hello", "done");
    kit.advance(Duration.ofHours(1));
    settle();

    assertThat(mode(file())).isEqualTo("rw-------");
    assertThat(mode(file().getParent())).isEqualTo("rwx------");
    assertThat(mode(root())).isEqualTo("rwx------");
    assertThat(Files.getLastModifiedTime(file()).toInstant().truncatedTo(ChronoUnit.MILLIS))
        .isEqualTo(kit.events().getLast().createdAt());
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void aSystemPromptIsARowWhenItChanges() throws IOException {
    turn("one", "1");
    turn("two", "2");
    kit.directory.blocks =
        List.of(new PromptBlock("AGENT", PromptBlock.Origin.RUNTIME, "## AGENT\nBe kind."));
    turn("three", "3");
    settle();

    assertThat(lines().stream().filter(line -> line.contains("\"role\":\"system\"")))
        .hasSize(2)
        .last()
        .asString()
        .contains("Be kind.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sizes", "off"})
  void aSystemPromptThatIsNotRecordedIsNoRow(String policy) throws IOException {
    kit.directory.options = Map.of("trace", policy);
    turn("hello", "done");
    settle();

    assertThat(Files.readString(file())).contains("done").doesNotContain("Be brief.");
  }

  @Test
  void noTextHasASecret() throws IOException {
    kit.directory.redactor = text -> text.replace("s3cret", "(secret)");
    kit.sessions.traces().redact(agent -> kit.directory.redactor);
    kit.directory.options = Map.of("trace", "full");
    kit.directory.blocks =
        List.of(new PromptBlock("AGENT", PromptBlock.Origin.RUNTIME, "The s3cret of the agent."));
    kit.say("my s3cret");
    Activation turn = kit.lease();
    kit.append(turn, SessionKit.use("c1", 1, "echo", "s3cret"));
    kit.append(turn, SessionKit.result("c1", "s3cret"));
    kit.answer(turn, 2, "it is s3cret");
    settle();

    assertThat(Files.readString(file())).doesNotContain("s3cret").contains("it is (secret)");
    assertThat(lines()).hasSize(7).allMatch(line -> line.startsWith("{") && line.endsWith("}"));
  }

  @Test
  void nothingIsWrittenBeforeTheMirrorIsOpened() throws IOException {
    kit.restart(Set.of());
    kit.say("hello");
    settle();
    assertThat(file()).doesNotExist();

    kit.sessions.mirror(root(), RELEASE, ANY_SPACE);
    settle();
    assertThat(lines()).hasSize(2);
  }

  @Test
  void theNextDaemonWritesWhatTheLastOneCouldNot() throws IOException {
    turn("one", "1");
    settle();
    kit.restart(Set.of());
    kit.connect();
    turn("two", "2");
    kit.say(new SessionId("new"), "hello");

    kit.restart(Set.of());
    kit.sessions.mirror(root(), RELEASE, ANY_SPACE);
    settle();

    assertThat(Files.readString(file())).contains("two").isEqualTo(fresh());
    assertThat(file(new SessionId("new"))).content().contains("hello");
  }

  @Test
  void theNextDaemonLooksOnlyIntoMirrorsThatAreBehind() throws IOException {
    kit.say(new SessionId("other"), "hello");
    kit.answer(kit.lease(), "done");
    turn("one", "1");
    settle();
    Path other = file(new SessionId("other"));
    FileTime time = Files.getLastModifiedTime(other);
    String changed = Files.readString(other).replace("hello", "HELLO");
    Files.writeString(other, changed);
    Files.setLastModifiedTime(other, time);
    kit.restart(Set.of());
    kit.connect();
    turn("two", "2");
    kit.sessions.mirror(root(), RELEASE, ANY_SPACE);

    assertThat(fsck(false).findings()).singleElement().extracting("session").isEqualTo("other");
    assertThat(Files.readString(other)).isEqualTo(changed);
    assertThat(Files.readString(file())).isEqualTo(fresh());
  }

  @Test
  void aRemovedSessionTakesItsMirrorWithIt() throws IOException {
    SessionId other = new SessionId("other");
    kit.say(other, "stays");
    kit.say("goes");
    settle();

    kit.sessions.removal().remove(kit.agent, kit.session, false);
    settle();

    assertThat(file()).doesNotExist();
    assertThat(file(other)).exists();

    kit.database.update(tx -> kit.sessions.removal().removeAll(tx, kit.agent));
    kit.say(new SessionId("next"), "comes back");
    settle();
    assertThat(file(other)).doesNotExist();
    assertThat(file(new SessionId("next"))).exists();
  }

  @Test
  void theNextDaemonRemovesMirrorsThatTheLastOneLeft() throws IOException {
    kit.say("goes");
    settle();
    Path foreign = Files.writeString(file().resolveSibling("notes.txt"), "mine");
    Path folder = Files.createDirectories(file().resolveSibling("x.jsonl/inner"));
    kit.restart(Set.of());
    kit.sessions.removal().remove(kit.agent, kit.session, false);
    kit.say(new SessionId("other"), "stays");

    kit.sessions.mirror(root(), RELEASE, ANY_SPACE);
    settle();

    assertThat(file()).doesNotExist();
    assertThat(foreign).hasContent("mine");
    assertThat(folder).exists();
  }

  @Test
  void aRenamedAgentTakesItsFolderWithIt() throws IOException {
    kit.say("hello");
    settle();
    nameAgent("bob");
    kit.sessions.agentRenamed(kit.agent.toString(), "bob");
    kit.say("again");
    settle();

    Path moved = root().resolve("bob").resolve(file().getFileName());
    assertThat(file().getParent()).doesNotExist();
    assertThat(Files.readAllLines(moved)).hasSize(3);

    // The folder of another agent's name is in the way, as when two agents exchange names.
    Files.createDirectories(root().resolve("eve"));
    String header = JsonLines.header("old", Instant.EPOCH, RELEASE);
    Files.writeString(root().resolve("eve/old.jsonl"), header + "\n");
    nameAgent("eve");
    kit.sessions.agentRenamed("bob", "eve");
    settle();
    assertThat(root().resolve("bob")).doesNotExist();
    assertThat(root().resolve("eve/old.jsonl")).doesNotExist();
    assertThat(root().resolve("eve").resolve(file().getFileName())).exists();
    assertThat(fsck(false).sound()).isTrue();
  }

  private void nameAgent(String name) {
    kit.database.update(
        tx ->
            tx.execute(
                "INSERT INTO agents(id, name, uid, gid, spec, state, created, wanted,"
                    + " keep_workspace, restarts, created_at) VALUES(?, ?, 0, 0, '{}', 'READY', 1,"
                    + " 1, 0, 0, 0) ON CONFLICT(id) DO UPDATE SET name = excluded.name",
                kit.agent,
                name));
  }

  static Stream<String> hostileIds() {
    return Stream.of(
        "...",
        ".hidden",
        "-rf",
        "a.jsonl",
        "A:b:C",
        ":".repeat(128),
        ".:".repeat(64),
        "x".repeat(128));
  }

  @ParameterizedTest
  @MethodSource("hostileIds")
  void everyIdIsOneFileThatIsNotHidden(String text) throws IOException {
    SessionId id = new SessionId(text);
    kit.say(id, "hello");
    settle();

    List<String> names;
    try (Stream<Path> files = Files.list(root().resolve(kit.agent.toString()))) {
      names = files.map(path -> path.getFileName().toString()).toList();
    }
    assertThat(names).singleElement().asString().endsWith(".jsonl").doesNotStartWith(".");
    assertThat(names.getFirst()).matches("[A-Za-z0-9._:%-]{1,255}");

    kit.restart(Set.of());
    kit.sessions.mirror(root(), RELEASE, ANY_SPACE);
    settle();
    assertThat(root().resolve(kit.agent.toString()).resolve(names.getFirst())).exists();
    kit.sessions.removal().remove(kit.agent, id, true);
    settle();
    kit.say(new SessionId("other"), "hello");
    settle();
    assertThat(root().resolve(kit.agent.toString()).resolve(names.getFirst())).doesNotExist();
  }

  @Test
  void sessionsOfTheSameIdOfTwoAgentsAreTwoFiles() throws IOException {
    UUID eve = UUID.randomUUID();
    kit.say("for bob");
    kit.service().appendUserMessage(eve, kit.session, "m", "for eve", tx -> {});
    settle();

    assertThat(file()).content().contains("for bob").doesNotContain("for eve");
    assertThat(root().resolve(eve.toString()).resolve(file().getFileName()))
        .content()
        .contains("for eve");
    assertThat(kit.events(EventType.USER_MESSAGE)).hasSize(1);
  }
}
