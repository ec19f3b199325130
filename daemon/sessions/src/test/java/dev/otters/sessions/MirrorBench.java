package dev.otters.sessions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionFsckResult;
import dev.otters.home.FreeSpace;
import dev.otters.protocol.Activation;
import dev.otters.protocol.EventBody;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;

/** A kit whose sessions are mirrored. */
abstract class MirrorBench extends SessionBench {
  static final String RELEASE = "1.2.3";
  static final FreeSpace ANY_SPACE = space(new AtomicLong(1));

  /** Makes a disk of one byte, with as many free bytes as a test says. */
  static FreeSpace space(AtomicLong free) {
    return new FreeSpace(Path.of("/"), it -> new FreeSpace.Room(free.get(), 1), OptionalLong.of(1));
  }

  private final AtomicInteger copies = new AtomicInteger();

  @BeforeEach
  void mirror() {
    kit.directory.blocks =
        List.of(new PromptBlock("AGENT", PromptBlock.Origin.RUNTIME, "## AGENT\nBe brief."));
    kit.sessions.mirror(root(), RELEASE, ANY_SPACE);
  }

  Path root() {
    return folder.resolve("sessions");
  }

  /** Returns where the mirror of a session is. */
  Path file(SessionId session) {
    return root().resolve(kit.agent.toString()).resolve(name(session));
  }

  private static String name(SessionId session) {
    return session.value().replace(":", "%3A") + ".jsonl";
  }

  Path file() {
    return file(kit.session);
  }

  /** Runs the check of all sessions, for which the mirrors first catch up. */
  SessionFsckResult fsck(boolean repair) {
    return fsck(kit.sessions, repair);
  }

  private static SessionFsckResult fsck(Sessions sessions, boolean repair) {
    try {
      return sessions.check().check(Optional.empty(), Optional.empty(), repair, checked -> {});
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until all mirrors have caught up. */
  void settle() {
    fsck(false);
  }

  /** Returns what a new mirror of a session holds. */
  String fresh(SessionId session) throws IOException {
    Path copy = folder.resolve("copy" + copies.incrementAndGet());
    try (Sessions other = new Sessions(kit.database, kit.directory, kit.time, new Random(1))) {
      other.traces().redact(agent -> kit.directory.redactor);
      other.mirror(copy, RELEASE, ANY_SPACE);
      fsck(other, false);
      return Files.readString(copy.resolve(kit.agent.toString()).resolve(name(session)));
    }
  }

  String fresh() throws IOException {
    return fresh(kit.session);
  }

  List<String> lines() throws IOException {
    return Files.readString(file()).lines().toList();
  }

  /** Plays a turn with a tool. */
  void turn(String message, String answer) {
    kit.say(message);
    Activation turn = kit.lease();
    String call = "call" + kit.events(EventType.TOOL_USE).size();
    kit.append(turn, new EventBody.AgentMessage("Let me see.", true));
    kit.append(turn, SessionKit.use(call, 1, "-c", "date"));
    kit.append(turn, SessionKit.result(call, "today"));
    kit.answer(turn, 2, answer);
  }

  void write(String text) throws IOException {
    Files.writeString(file(), text, UTF_8);
  }
}
