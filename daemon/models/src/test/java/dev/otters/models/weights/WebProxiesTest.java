package dev.otters.models.weights;

import static dev.otters.models.weights.ModelKit.web;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.oci.Progress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class WebProxiesTest {
  @TempDir Path home;

  @Test
  void weightsComeThroughTheProxyThatTheEnvironmentNames() throws Exception {
    ModelKit kit = new ModelKit(home);
    try (FaultyServer proxy = new FaultyServer(FaultyServer.good(kit.content));
        Models models =
            kit.open(
                Map.of("PATH", "", "http_proxy", proxy.address().replace("/tiny.gguf", "")),
                web("http://models.invalid/tiny.gguf"))) {
      models.pull("tiny", Optional.empty(), Progress.NONE);

      assertThat(Files.readAllBytes(kit.weights())).isEqualTo(kit.content);
      assertThat(proxy.heads.getFirst()).startsWith("GET http://models.invalid/tiny.gguf ");
    }
  }

  @Test
  void aProxyThatCannotBeUsedIsNamedWithoutItsPassword() {
    ModelKit kit = new ModelKit(home);
    try (Models models =
        kit.open(
            Map.of("PATH", "", "HTTPS_PROXY", "http://me:s3cret@proxy:3128"),
            web("https://models.invalid/tiny.gguf"))) {
      assertThatThrownBy(() -> models.pull("tiny", Optional.empty(), Progress.NONE))
          .isInstanceOfSatisfying(
              ApiException.class,
              e ->
                  assertThat(e.problem().detail())
                      .contains("wants a password")
                      .doesNotContain("s3cret"));
    }
    assertThat(proxies("HTTPS_PROXY", "socks5://h:1").trouble(URI.create("https://a/")))
        .hasValueSatisfying(why -> assertThat(why).contains("no http://HOST:PORT"));
    assertThat(proxies("HTTPS_PROXY", "socks5://h:1").trouble(URI.create("http://a/"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HTTPS_PROXY | http://proxy:3128 | https://host/x | proxy:3128
          https_proxy | http://proxy:3128 | https://host/x | proxy:3128
          HTTPS_PROXY | proxy:3128        | https://host/x | proxy:3128
          HTTPS_PROXY | http://proxy      | https://host/x | proxy:80
          ALL_PROXY   | http://proxy:3128 | https://host/x | proxy:3128
          HTTPS_PROXY | http://proxy:3128 | http://host/x  | direct
          HTTP_PROXY  | http://proxy:3128 | https://host/x | direct
          HTTPS_PROXY | http://proxy:3128 | https://localhost/x | direct
          ALL_PROXY   | http://proxy:3128 | http://[::1]/x | direct
          NO_PROXY    | *                 | https://host/x | direct
          """)
  void theUsualVariablesCount(String variable, String value, String address, String way) {
    assertThat(way(proxies(variable, value), address)).isEqualTo(way);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          *                     | https://a.example.org/x      | true
          example.org           | https://a.example.org/x      | true
          .example.org          | https://example.org/x        | true
          *.example.org         | https://a.example.org/x      | true
          other, Example.ORG    | https://A.example.org/x      | true
          example.org:8443      | https://example.org:8443/x   | true
          example.org:8443      | https://example.org/x        | false
          ample.org             | https://example.org/x        | false
          10.0.0.1              | https://10.0.0.1/x           | true
          fd00::1               | https://[fd00::1]/x          | true
          """)
  void whatNoProxyNamesIsAskedDirectly(String list, String address, boolean direct) {
    WebProxies proxies =
        new WebProxies(Map.of("HTTPS_PROXY", "http://proxy:3128", "NO_PROXY", list));

    assertThat(way(proxies, address)).isEqualTo(direct ? "direct" : "proxy:3128");
  }

  private static WebProxies proxies(String variable, String value) {
    return new WebProxies(Map.of(variable, value));
  }

  private static String way(WebProxies proxies, String address) {
    Proxy proxy = proxies.select(URI.create(address)).getFirst();
    return proxy.address() instanceof InetSocketAddress at
        ? at.getHostString() + ":" + at.getPort()
        : "direct";
  }
}
