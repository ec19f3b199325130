package dev.otters.resources.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which resources lead to the same server, so that a limit on one holds for the other. */
class McpPlaceTest {
  private static String place(Map<String, String> settings) {
    return new McpProvider()
        .place(
            new DeclaredResource(
                "tickets", McpProvider.KIND, ResourceMode.READ, settings, Optional.empty(), ""));
  }

  private static String web(String url) {
    return place(Map.of("url", url));
  }

  private static String program(String bin, String args) {
    return place(Map.of("bin", bin, "args", args));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://A.Example/v1/mcp",
        "https://a.example.:443/v1/mcp?v=2",
        "https://a.example/./v1/mcp",
        "https://a.example/x/../v1/mcp",
        "https://a.example/../v1/mcp",
        "https://a.example/v1/%6dcp",
        "https://a.example/v1/%2E/%6Dcp",
        "https://a.example/x/%2e%2e/v1/mcp",
        "https://a.example//v1/mcp/",
      })
  void aServerIsTheSameInEachSpellingOfItsAddress(String url) {
    assertThat(web(url)).isEqualTo("a.example:443/v1/mcp");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://a.example:444/v1/mcp",
        "https://b.example/v1/mcp",
        "https://a.example/v1/MCP",
        "https://a.example/v1/%256dcp",
        "https://a.example",
      })
  void anotherAddressIsAnotherServer(String url) {
    assertThat(web(url)).isNotEqualTo("a.example:443/v1/mcp").isNotEqualTo("");
  }

  @Test
  void aBinIsAnotherServerWithOtherArguments() {
    assertThat(program("python3", "/srv/a.py --all")).isEqualTo("python3/%2Fsrv%2Fa.py/--all");
    assertThat(program("python3", " /srv/a.py  --all "))
        .isEqualTo(program("python3", "/srv/a.py --all"));
    assertThat(program("python3", "/srv/b.py")).isNotEqualTo(program("python3", "/srv/a.py"));
    assertThat(program("python", "/srv/a.py")).isNotEqualTo(program("python3", "/srv/a.py"));
  }

  @Test
  void aPlaceHasNoBlanks() {
    assertThat(web("https://a.example/a%20b")).isEqualTo("a.example:443/a+b");
    assertThat(
            new McpProvider()
                .place(
                    new DeclaredResource(
                        "tickets",
                        McpProvider.KIND,
                        ResourceMode.READ,
                        Map.of(),
                        Optional.of("bin: python3\nargs:\n  - a b\n"),
                        "")))
        .isEqualTo("python3/a+b");
  }
}
