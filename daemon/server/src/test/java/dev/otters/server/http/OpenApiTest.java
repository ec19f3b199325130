package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.server.openapi.ApiDocument;
import dev.otters.server.openapi.ApiOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenApiTest {
  private static final Path MODULE = Path.of(System.getProperty("otters.root"), "daemon/server");
  private static final Path FILE =
      MODULE.resolve("src/main/resources/dev/otters/server/http/openapi.json");
  private static final Pattern READ =
      Pattern.compile("\\.(?:query|queries|required|flag|time)\\(\\s*\"([a-z-]+)\"");

  private static final Path PAGE = Path.of(System.getProperty("otters.root"), "docs/api.md");
  private static final String TABLE = "| operation | what it does |\n|---|---|\n";

  @TempDir Path folder;

  @Test
  void theServedDocumentIsWrittenFromTheOperationsAndRecords() throws IOException {
    String document = Json.pretty(ApiDocument.make()) + "\n";
    if (System.getenv("OTTERS_WRITE_DOCS") != null) {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, document);
    }
    assertThat(FILE).describedAs("write it anew with OTTERS_WRITE_DOCS=1").hasContent(document);
  }

  @Test
  void everyRouteHasAnOperationAndEveryOperationARoute() throws IOException {
    try (ApiKit kit = new ApiKit(folder)) {
      List<String> routes =
          kit.endpoints.stream()
              .filter(endpoint -> !endpoint.path().startsWith("/test/"))
              .map(endpoint -> endpoint.method().text() + " " + endpoint.path())
              .toList();
      assertThat(ApiOperation.all().stream().map(ApiOperation::line))
          .as("the operations of src/test/resources/dev/otters/server/openapi/operations.yaml")
          .containsExactlyInAnyOrderElementsOf(routes);
      try (Http answer = kit.ask("GET /v1/openapi.json")) {
        assertThat(answer.header("content-type")).isEqualTo("application/json");
        assertThat(answer.body()).isEqualTo(Files.readString(FILE));
      }
    }
  }

  @Test
  void thePageOfTheApiNamesEveryOperation() throws IOException {
    String table =
        ApiOperation.all().stream()
            .map(operation -> "| `" + operation.line() + "` | " + operation.summary() + " |\n")
            .collect(Collectors.joining());
    String page = Files.readString(PAGE);
    String head = page.substring(0, page.indexOf(TABLE) + TABLE.length());
    if (System.getenv("OTTERS_WRITE_DOCS") != null) {
      Files.writeString(PAGE, head + table);
    }
    assertThat(PAGE).describedAs("write it anew with OTTERS_WRITE_DOCS=1").hasContent(head + table);
  }

  @Test
  void everyParameterThatTheRoutesReadIsDescribed() throws IOException {
    Set<String> read = new TreeSet<>(Set.of("limit", "after")); // of Request.page
    try (Stream<Path> sources =
        Files.walk(MODULE.resolve("src/main/java/dev/otters/server/http"))) {
      for (Path source : sources.filter(file -> file.toString().endsWith("Routes.java")).toList()) {
        READ.matcher(Files.readString(source)).results().map(m -> m.group(1)).forEach(read::add);
      }
    }
    Set<String> described =
        ApiOperation.all().stream()
            .flatMap(operation -> operation.parameters("query"))
            .map(parameter -> parameter.get("name").toString())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(described).isEqualTo(read);
  }
}
