package dev.otters.resources.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The settings of RESOURCE with kind=mcp. */
class McpProviderTest {
  private static final String EITHER =
      "kind=mcp needs either the url of its server or the bin that is its server";

  private static List<String> complaints(Map<String, String> settings, Optional<String> body) {
    return new McpProvider()
        .complaints(
            new DeclaredResource("t", McpProvider.KIND, ResourceMode.READ, settings, body, ""));
  }

  private static McpSettings.Server server(Map<String, String> settings, Optional<String> body) {
    return McpSettings.of(
            new DeclaredResource("t", McpProvider.KIND, ResourceMode.READ, settings, body, ""))
        .server();
  }

  private static List<String> complaints(String key, String value) {
    return complaints(Map.of(key, value), Optional.empty());
  }

  private static List<String> complaints(String yaml) {
    return complaints(Map.of(), Optional.of(yaml));
  }

  @Test
  void aUrlIsEnough() {
    assertThat(complaints("url", "https://tickets.example.com/mcp")).isEmpty();
    assertThat(complaints("url: http://127.0.0.1:8080/mcp\nread-tools: find list\n")).isEmpty();
  }

  @Test
  void wrongSettingsAreNamed() {
    assertThat(complaints("")).containsExactly(EITHER);
    assertThat(complaints("url: https://x/\nbin: y\n")).containsExactly(EITHER);
    assertThat(complaints("url: https://x/\nargs: y\n"))
        .singleElement()
        .asString()
        .contains("a bin");
    assertThat(complaints("bin", "t")).singleElement().asString().contains("the name of its bin");
    assertThat(complaints("url", "ftp://x/")).singleElement().asString().contains("http or https");
    assertThat(complaints("url", "https://u:p@x/")).singleElement().asString().contains("password");
    assertThat(complaints("url", "https://x y")).singleElement().asString().contains("no URL");
    assertThat(complaints("speed", "9")).singleElement().asString().contains("no setting speed");
    assertThat(complaints("url: [1]")).singleElement().asString().contains("url must be a text");
    assertThat(complaints("url: *a")).hasSize(1);
  }

  @Test
  void aBinHasTheWordsOrTheListOfItsArguments() {
    assertThat(server(Map.of("bin", "server", "args", "--root /data"), Optional.empty()))
        .isEqualTo(new McpSettings.Server.Program("server", List.of("--root", "/data")));
    assertThat(server(Map.of(), Optional.of("bin: server\nargs: [-c, 'a b']\n")))
        .isEqualTo(new McpSettings.Server.Program("server", List.of("-c", "a b")));
  }

  @Test
  void theLimitsOfThePageAreThoseOfTheCode() throws IOException {
    McpLimits usual = McpLimits.USUAL;
    assertThat(Files.readString(Path.of(System.getProperty("otters.root"), "docs", "mcp.md")))
        .contains(
            "| tools of a server | %d, in %d pages |".formatted(usual.tools(), McpLimits.PAGES),
            "| description of a tool | %,d characters, cut |".formatted(McpLimits.DESCRIPTION),
            "| schema of a tool | %d KiB; ".formatted(McpLimits.SCHEMA >> 10),
            "| all descriptions and schemas | %d KiB |".formatted(McpLimits.ALL_TEXTS >> 10),
            "lists its tools | %d KiB |".formatted(McpLimits.LIST >> 10),
            "| message of a server | %d MiB, ".formatted(usual.messageBytes() >> 20),
            "| events or lines without an answer | %d |".formatted(McpLimits.EVENTS),
            "| answer that the model reads | %,d characters, cut |".formatted(McpLimits.ANSWER),
            "| time for a call | %d seconds; ".formatted(usual.call().toSeconds()),
            "| time for the list of tools | %d seconds, ".formatted(usual.listing().toSeconds()),
            "is asked again after %d seconds |".formatted(usual.retry().toSeconds()),
            "| calls of an agent at once | %d |".formatted(usual.atOnce()),
            "| processes of an agent | %d that wait for calls, ".formatted(McpLimits.PROGRAMS),
            "| time for a process to start, in addition | %d seconds |"
                .formatted(usual.start().toSeconds()));
  }
}
