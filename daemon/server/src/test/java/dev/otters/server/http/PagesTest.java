package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.image.ImageList;
import dev.otters.api.image.ImageSummary;
import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest {
  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private <T> T get(String path, Class<T> type) {
    try (Http answer = kit.ask("GET " + path)) {
      String body = answer.body();
      assertThat(answer.status()).as(body).isEqualTo(200);
      return Json.read(body, type);
    }
  }

  private void say(String session) {
    String message = "{\"id\":\"%s\",\"type\":\"user.message\",\"text\":\"Hello\"}";
    String id = "m" + System.nanoTime();
    kit.ask("POST /v1/agents/bob/sessions/" + session + "/events", "", message.formatted(id))
        .close();
  }

  @Test
  void agentsAreListedPageByPage() {
    for (String name : List.of("ann", "eve")) {
      String run = "{\"ref\":\"guide:1\",\"name\":\"%s\"}".formatted(name);
      try (Http answer = kit.ask("POST /v1/agents", "", run)) {
        assertThat(answer.events().getLast().name()).isEqualTo("result");
      }
    }
    List<AgentSummary> first = get("/v1/agents?limit=2", AgentList.class).agents();
    List<AgentSummary> second =
        get("/v1/agents?limit=2&after=" + first.getLast().id(), AgentList.class).agents();
    assertThat(first).hasSize(2);
    assertThat(Stream.concat(first.stream(), second.stream()).toList())
        .hasSize(3)
        .isEqualTo(get("/v1/agents", AgentList.class).agents());
  }

  @Test
  void sessionsAreListedPageByPageAlsoThoseOfOneMoment() {
    List<String> said = List.of("a", "b", "c", "d", "e");
    said.forEach(this::say);

    List<String> listed = new ArrayList<>();
    SessionList page = get("/v1/sessions?limit=2", SessionList.class);
    while (page.next() != null) {
      assertThat(page.sessions()).hasSize(2);
      page.sessions().stream().map(SessionSummary::id).forEach(listed::add);
      page = get("/v1/sessions?limit=2&after=" + page.next(), SessionList.class);
    }
    page.sessions().stream().map(SessionSummary::id).forEach(listed::add);
    assertThat(page.more()).isFalse();
    assertThat(listed).containsExactlyElementsOf(said.reversed());
  }

  @Test
  void imagesAreListedPageByPage() throws IOException {
    kit.daemon.images().agent("other:1", "FROM scratch\nNAME other\nMODEL a/b\n");
    List<ImageSummary> all = get("/v1/images", ImageList.class).images();
    assertThat(all).hasSize(2);
    String first = all.getFirst().ref();
    assertThat(get("/v1/images?limit=1", ImageList.class).images()).containsExactly(all.getFirst());
    assertThat(get("/v1/images?after=" + first, ImageList.class).images())
        .containsExactly(all.getLast());
  }

  @Test
  void eventsAreReadPageByPage() {
    say("s");
    say("s");
    String events = "GET /v1/agents/bob/sessions/s/events";
    try (Http all = kit.ask(events);
        Http first = kit.ask(events + "?limit=1");
        Http rest = kit.ask(events + "?limit=1000&after=1")) {
      List<Http.Event> found = all.events();
      assertThat(found).hasSizeGreaterThan(1);
      assertThat(first.events()).containsExactly(found.getFirst());
      assertThat(rest.events()).containsExactlyElementsOf(found.subList(1, found.size()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/agents?limit=0",
        "/v1/agents?limit=1001",
        "/v1/agents?after=nobody",
        "/v1/images?limit=x",
        "/v1/bins?after=none",
        "/v1/sessions?after=yesterday",
        "/v1/sessions?after=1"
      })
  void aPageThatIsNoneIsRefused(String path) {
    try (Http answer = kit.ask("GET " + path)) {
      assertThat(answer.status()).isEqualTo(400);
      assertThat(ApiKit.problem(answer).title()).containsPattern("parameter '(limit|after)'");
    }
  }
}
