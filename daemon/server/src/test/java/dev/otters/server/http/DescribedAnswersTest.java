package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.Dialects;
import dev.otters.api.Json;
import dev.otters.server.openapi.ApiOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answers of a daemon, compared with the schemas of the document that it serves. */
class DescribedAnswersTest {
  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final String MESSAGE =
      "{\"id\":\"m\",\"type\":\"user.message\",\"text\":\"Hello\"}";

  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  @Test
  void everySchemaIsValid() {
    Schema meta = SCHEMAS.getSchema(SchemaLocation.of(Dialects.getDraft202012().getId()));
    schemas()
        .forEach(
            (name, schema) ->
                assertThat(meta.validate(Json.write(schema), InputFormat.JSON))
                    .as("%s", name)
                    .isEmpty());
  }

  @Test
  void everyListAndViewHasTheDescribedForm() {
    kit.ask("POST /v1/agents/bob/sessions/s/events", "", MESSAGE).close();
    kit.ask("POST /v1/agents/bob/sessions/s/drafts", "", "{\"file\":\"SOUL.md\"}").close();
    kit.ask("POST /v1/context-stores/plan/entries", "", "{\"text\":\"One.\"}").close();
    String file = kit.keep("app/ada", "notes/tea.md", "Darjeeling");
    String memory = kit.remember("app/ada", Map.of("text", "Ada likes tea."));
    List<ApiOperation> views =
        ApiOperation.all().stream()
            .filter(operation -> operation.method().equals("GET") && operation.answer() != null)
            .filter(operation -> !operation.path().contains("{turn}"))
            .toList();
    assertThat(views).hasSizeGreaterThan(15);
    for (ApiOperation view : views) {
      String reference = view.path().contains("/bins") ? "tools/sh:1" : "guide:1";
      String path =
          view.path()
              .replace("{name}", "bob")
              .replace("{session}", "s")
              .replace("{store}", "plan")
              .replace("{memory}", memory)
              .replace("{file}", file);
      try (Http answer = kit.ask("GET " + path + "?path=SOUL.md&draft=SOUL.md&ref=" + reference)) {
        String body = answer.body();
        assertThat(answer.status()).as("%s: %s", path, body).isEqualTo(200);
        matches(body, String.valueOf(view.answer()), path);
      }
    }
  }

  @Test
  void theResultOfAStreamHasTheDescribedForm() {
    try (Http answer = kit.ask("POST /v1/agents", "", "{\"ref\":\"guide:1\",\"name\":\"eve\"}")) {
      List<Http.Event> events = answer.events();
      matches(events.getFirst().data(), "Progress", "progress");
      matches(events.getLast().data(), "AgentView", "result");
    }
  }

  @Test
  void aFailureHasTheDescribedForm() {
    for (String line : List.of("GET /v1/agents/nobody", "POST /v1/agents", "GET /v1/nothing")) {
      try (Http answer = kit.ask(line)) {
        matches(answer.body(), "Problem", line);
      }
    }
  }

  private static Map<?, ?> schemas() {
    return ApiOperation.map(
        ApiOperation.map(ApiOperation.document().get("components")).get("schemas"));
  }

  private static void matches(String json, String record, String what) {
    Map<String, Object> schema =
        Map.of(
            "$ref", "#/components/schemas/" + record, "components", Map.of("schemas", schemas()));
    assertThat(SCHEMAS.getSchema(Json.write(schema)).validate(json, InputFormat.JSON))
        .as("%s: %s", what, json)
        .isEmpty();
  }
}
