package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.AgentKit;
import dev.otters.home.TalkingProgram;
import dev.otters.home.store.Database;
import dev.otters.home.text.Sha256;
import dev.otters.sessions.log.FileRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills the daemon while it receives and stores a message with a file. */
@Timeout(120)
class KilledUploadTest {
  private static final String SPOOLED = "/otters-message-";

  @TempDir private Path folder;
  private Path temporary;

  @BeforeEach
  void create() throws IOException {
    temporary = Files.createDirectory(folder.resolve("tmp"));
  }

  private record Killed(TalkingProgram program, long pid, String token) {}

  private Killed start() throws IOException {
    TalkingProgram program =
        TalkingProgram.start(256, KilledApi.class, folder.toString(), temporary.toString());
    List<String> words = List.of(program.said("daemon ").split(" ", -1));
    return new Killed(program, Long.parseLong(words.get(0)), words.get(1));
  }

  private Http upload(Killed daemon, byte[] message, int sent) {
    String head = StalledMessageTest.head(daemon.token(), message.length);
    return Http.send(
        UnixDomainSocketAddress.of(folder.resolve("otters.sock")),
        head,
        Arrays.copyOf(message, sent));
  }

  private static boolean spools(long pid) {
    try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return open.anyMatch(file -> target(file).contains(SPOOLED));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException e) {
      return "";
    }
  }

  private List<String> left() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.map(Path::toString).filter(file -> file.contains(SPOOLED)).toList();
    }
  }

  private Database database() {
    return Database.open(folder.resolve("h/daemon.db"));
  }

  @Test
  void aMessageThatHadNotArrivedLeavesNothing() throws Exception {
    byte[] message = StalledMessageTest.message("half");
    Killed daemon = start();
    try (Http _ = upload(daemon, message, message.length / 2)) {
      AgentKit.eventually("the message arrives", () -> spools(daemon.pid()));
      daemon.program().close();
      int unused = daemon.program().ended();
    }

    assertThat(left()).isEmpty();
    try (Database database = database()) {
      assertThat(count(database, "events")).isZero();
      assertThat(count(database, "files")).isZero();
      assertThat(count(database, "sessions")).isZero();
    }
  }

  @Test
  void aMessageThatHadArrivedIsStoredWithItsFileOrNotAtAll() throws Exception {
    byte[] message = StalledMessageTest.message("whole");
    Killed daemon = start();
    try (Http _ = upload(daemon, message, message.length)) {
      daemon.program().close();
      int unused = daemon.program().ended();
    }

    assertThat(left()).isEmpty();
    try (Database database = database()) {
      long messages = count(database, "events");
      assertThat(messages).isBetween(0L, 1L);
      if (messages == 0) {
        assertThat(count(database, "files")).isZero();
      } else {
        byte[] image = StalledMessageTest.image();
        assertThat(database.<byte[]>read(rows -> FileRows.read(rows, 1, Sha256.of(image))))
            .isEqualTo(image);
      }
    }
  }

  private static long count(Database database, String table) {
    return database.<Long>read(rows -> rows.number("SELECT count(*) AS n FROM " + table));
  }
}
