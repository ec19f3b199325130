package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Streams;
import dev.otters.api.session.SessionFsckResult;
import dev.otters.home.FreeSpace;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckRoutesTest {
  private static final String FSCK = "POST /v1/sessions/fsck";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
    kit.daemon.sessions().mirror(mirrors(), "1.2.3", FreeSpace.of(folder, OptionalLong.of(0)));
    kit.daemon
        .sessions()
        .service()
        .appendUserMessage(kit.bob, new SessionId("review"), "m", "hello", tx -> {});
  }

  private Path mirrors() {
    return folder.resolve("mirrors");
  }

  private SessionFsckResult check(String query) {
    try (Http answer = kit.ask(FSCK + query)) {
      Http.Event end = answer.events().getLast();
      assertThat(end.name()).isEqualTo(Streams.RESULT);
      return Json.read(end.data(), SessionFsckResult.class);
    }
  }

  @Test
  void damageOfAMirrorIsReportedAndRepairedOnRequest() throws IOException {
    assertThat(check("").sound()).isTrue();
    Path mirror = mirrors().resolve("bob/review.jsonl");
    String sound = Files.readString(mirror);
    Files.writeString(mirror, "damage\n");

    assertThat(check("?agent=bob&session=review").findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.agent()).isEqualTo("bob");
              assertThat(finding.session()).isEqualTo("review");
              assertThat(finding.repaired()).isFalse();
            });
    assertThat(mirror).hasContent("damage");
    assertThat(check("?repair=true").sound()).isTrue();
    assertThat(Files.readString(mirror)).isEqualTo(sound);
  }

  @Test
  void aRenamedAgentMovesItsMirrorsAndARemovedOneTakesThemAlong() {
    assertThat(check("").sound()).isTrue();
    kit.daemon.keeper().rename("bob", "eve");
    assertThat(check("").sound()).isTrue();
    assertThat(mirrors().resolve("bob")).doesNotExist();
    assertThat(mirrors().resolve("eve/review.jsonl")).exists();

    kit.daemon.keeper().remove("eve", true, false);
    kit.daemon.sessions().close();
    assertThat(mirrors().resolve("eve")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "?agent=none, AGENT_NOT_FOUND",
    "?session=review, INVALID_REQUEST",
    "?agent=bob&session=a/b, INVALID_REQUEST",
    "?repair=perhaps, INVALID_REQUEST"
  })
  void badInputIsRefused(String query, ErrorCode code) {
    try (Http answer = kit.ask(FSCK + query)) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(code);
    }
  }
}
