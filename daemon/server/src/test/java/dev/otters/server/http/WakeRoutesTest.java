package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.session.WakeList;
import dev.otters.api.session.WakeView;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WakeRoutesTest {
  private static final String WAKES = "/v1/agents/bob/sessions/review/wakes";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private WakeView schedule(String body) {
    try (Http answer = kit.ask("POST " + WAKES, "", body)) {
      assertThat(answer.status()).isEqualTo(200);
      return Json.read(answer.body(), WakeView.class);
    }
  }

  private List<String> ids(String path) {
    try (Http answer = kit.ask("GET " + path)) {
      return Json.read(answer.body(), WakeList.class).wakes().stream().map(WakeView::id).toList();
    }
  }

  private Problem refused(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      return ApiKit.problem(answer);
    }
  }

  @Test
  void aWakeIsScheduledListedAndRemoved() {
    WakeView wake = schedule("{\"inSeconds\":600,\"note\":\"Look\",\"key\":\"k\"}");

    assertThat(Duration.between(wake.createdAt(), wake.dueAt())).hasMinutes(10);
    assertThat(wake.agent()).isEqualTo("bob");
    assertThat(wake.session()).isEqualTo("review");
    assertThat(wake.note()).isEqualTo("Look");
    assertThat(wake.priority()).isEqualTo("normal");
    assertThat(schedule("{\"inSeconds\":60,\"key\":\"k\"}")).isEqualTo(wake);
    for (String path : List.of("/v1/wakes", "/v1/wakes?agent=bob", WAKES)) {
      assertThat(ids(path)).as(path).containsExactly(wake.id());
    }

    try (Http answer = kit.ask("DELETE " + WAKES + "/" + wake.id())) {
      assertThat(answer.status()).isEqualTo(204);
    }
    assertThat(ids("/v1/wakes")).isEmpty();
    assertThat(refused("DELETE " + WAKES + "/" + wake.id(), "").code())
        .isEqualTo(ErrorCode.SESSION_NOT_FOUND);
  }

  @Test
  void repeatedWakesSayHowTheyRepeat() {
    WakeView every = schedule("{\"everySeconds\":3600,\"priority\":\"high\"}");
    WakeView cron = schedule("{\"cron\":\" 0  7 * * mon-fri\",\"zone\":\"Europe/Berlin\"}");

    assertThat(every.everySeconds()).isEqualTo(3600);
    assertThat(every.priority()).isEqualTo("high");
    assertThat(cron.cron()).isEqualTo("0 7 * * mon-fri");
    assertThat(cron.zone()).isEqualTo("Europe/Berlin");
    assertThat(schedule("{\"cron\":\"0 7 * * *\"}").zone()).isEqualTo("UTC");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | one of",
        "{'inSeconds':5,'everySeconds':60} | one of",
        "{'inSeconds':5,'zone':'UTC'} | 'zone' needs",
        "{'inSeconds':0} | 'inSeconds' must be from 1",
        "{'inSeconds':99999999999} | 'inSeconds' must be from 1",
        "{'everySeconds':59} | every minute at most",
        "{'at':'2001-01-01T00:00:00Z'} | is over",
        "{'at':'2999-01-01T00:00:00Z'} | within 10 years",
        "{'at':'tomorrow'} | at",
        "{'cron':'0 7 * *'} | 5 fields",
        "{'cron':'0 0 30 2 *'} | never fires",
        "{'cron':'0 7 * * *','zone':'Mars'} | no time zone 'Mars'",
        "{'inSeconds':5,'key':'a b'} | the key of a wake",
        "{'inSeconds':5,'priority':'urgent'} | high, normal or low"
      })
  void aWrongWakeIsRefusedWithTheReason(String body, String why) {
    Problem problem = refused("POST " + WAKES, body.replace('\'', '"'));

    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(problem.title()).contains(why);
    assertThat(ids("/v1/wakes")).isEmpty();
  }

  @Test
  void unknownAgentsSessionsAndWakesAreNotFound() {
    assertThat(refused("GET " + WAKES, "").code()).isEqualTo(ErrorCode.SESSION_NOT_FOUND);
    assertThat(refused("DELETE " + WAKES + "/1", "").code()).isEqualTo(ErrorCode.SESSION_NOT_FOUND);
    assertThat(refused("DELETE " + WAKES + "/x", "").code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(refused("GET /v1/wakes?agent=none", "").code()).isEqualTo(ErrorCode.AGENT_NOT_FOUND);
    assertThat(refused("POST /v1/agents/none/sessions/s/wakes", "{\"inSeconds\":5}").code())
        .isEqualTo(ErrorCode.AGENT_NOT_FOUND);
  }
}
