package dev.otters.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.cli.command.UsageException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
  @Test
  void aRouteIsEncoded() {
    assertThat(
            Route.of("agents", "a b?ö", "logs")
                .with("q", "x&y=z w")
                .when(true, "follow")
                .when(false, "no")
                .toString())
        .isEqualTo("/v1/agents/a%20b%3F%C3%B6/logs?q=x%26y%3Dz%20w&follow=true");
    assertThat(Route.of("images").withAll("tag", List.of("a:1", "b@sha256:c")).toString())
        .isEqualTo("/v1/images?tag=a:1&tag=b@sha256:c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "../images", "a/b"})
  void aNameThatLeadsSomewhereElseIsRefused(String name) {
    assertThatThrownBy(() -> Route.of("agents", name))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("'" + name + "' is not a valid name");
  }

  @Test
  void aSocketAndLoopbackAreAddresses() {
    assertThat(Endpoint.parse("unix:///run/o.sock"))
        .isEqualTo(new Endpoint.Unix(Path.of("/run/o.sock")));
    assertThat(Endpoint.parse("http://127.0.0.1:5500"))
        .isEqualTo(new Endpoint.Tcp("127.0.0.1", 5500));
    assertThat(Endpoint.parse("http://localhost:1")).hasToString("http://localhost:1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "unix://",
        "http://localhost",
        "https://localhost:1",
        "ftp://x:1",
        "localhost:1",
        "http://exa mple:1"
      })
  void somethingElseIsNone(String url) {
    assertThatThrownBy(() -> Endpoint.parse(url))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is not a valid daemon address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.org:80",
        "http://10.0.0.1:5500",
        "http://127.0.0.1.example.org:1",
        "http://localhost.example.org:1",
        "http://me@example.org:1"
      })
  void aTokenNeverCrossesTheNetworkInClear(String url) {
    assertThatThrownBy(() -> Endpoint.parse(url))
        .isInstanceOfSatisfying(
            UsageException.class, e -> assertThat(e.suggestion()).contains("in clear"));
  }
}
