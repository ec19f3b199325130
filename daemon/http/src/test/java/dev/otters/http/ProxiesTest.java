package dev.otters.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxiesTest {
  private static String way(Map<String, String> environment, String address) throws IOException {
    return new Proxies(environment)
        .find(URI.create(address))
        .map(HttpProxy::toString)
        .orElse("direct");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10.0.0.0/8            | https://10.255.0.1/x         | true
          10.0.0.0/8            | https://11.0.0.1/x           | false
          10.1.2.3/0            | https://8.8.8.8/x            | true
          10.0.0.0/33           | https://10.0.0.0/x           | false
          fd00::/8              | https://[fd12::1]/x          | true
          fd00::/8              | https://10.0.0.1/x           | false
          10.0.0.0/8            | https://ten.example.org/x    | false
          10.0.0.1              | https://10.0.0.1/x           | true
          0.0.1                 | https://10.0.0.1/x           | false
          10.0.0.1:5000         | https://10.0.0.1:5000/x      | true
          10.0.0.1:5000         | https://10.0.0.1/x           | false
          [fd00::1]:5000        | https://[fd00::1]:5000/x     | true
          [fd00::1]:5000        | https://[fd00::1]/x          | false
          fd00::1               | https://[FD00:0::1]:5000/x   | true
          example.org:443       | https://example.org/x        | true
          example.org:80        | https://example.org/x        | false
          a b,example.org       | https://b/x                  | true
          *                     | https://10.0.0.1/x           | true
          example.org           | https://a.example.org/x      | true
          .example.org          | https://example.org/x        | true
          *.example.org         | https://a.example.org/x      | true
          other, Example.ORG    | https://A.example.org/x      | true
          ample.org             | https://example.org/x        | false
          .example.org          | https://badexample.org/x     | false
          """)
  void whatNoProxyNamesIsAskedDirectly(String list, String address, boolean direct)
      throws IOException {
    assertThat(way(Map.of("HTTPS_PROXY", "http://proxy:3128", "no_proxy", list), address))
        .isEqualTo(direct ? "direct" : "http://proxy:3128");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HTTPS_PROXY | http://proxy:3128 | https://host/x      | http://proxy:3128
          https_proxy | http://proxy:3128 | https://host/x      | http://proxy:3128
          HTTPS_PROXY | proxy:3128        | https://host/x      | http://proxy:3128
          HTTPS_PROXY | http://proxy      | https://host/x      | http://proxy:80
          ALL_PROXY   | http://proxy:3128 | https://host/x      | http://proxy:3128
          HTTPS_PROXY | http://proxy:3128 | http://host/x       | direct
          HTTP_PROXY  | http://proxy:3128 | https://host/x      | direct
          HTTPS_PROXY | http://proxy:3128 | https://localhost/x | direct
          ALL_PROXY   | http://proxy:3128 | http://[::1]/x      | direct
          NO_PROXY    | *                 | https://host/x      | direct
          """)
  void theUsualVariablesCount(String variable, String value, String address, String way)
      throws IOException {
    assertThat(way(Map.of(variable, value), address)).isEqualTo(way);
  }

  @Test
  void aProxyOfAnotherKindCannotBeUsed() throws IOException {
    Proxies proxies = new Proxies(Map.of("HTTPS_PROXY", "socks5://h:1"));
    assertThatExceptionOfType(ProxyRefusal.class)
        .isThrownBy(() -> proxies.find(URI.create("https://a/")))
        .withMessageContaining("not of the form http://HOST:PORT");
    assertThat(proxies.find(URI.create("http://a/"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost/x",
    "http://LOCALHOST:5000/x",
    "http://127.9.9.9/x",
    "http://[::1]:5000/x"
  })
  void thisMachineIsAlwaysAskedDirectly(String address) throws IOException {
    assertThat(way(Map.of("HTTP_PROXY", "http://proxy:3128"), address)).isEqualTo("direct");
  }

  @Test
  void theLowerCaseVariableCountsFirstAndAnEmptyOneIsNone() throws IOException {
    Map<String, String> both = Map.of("HTTP_PROXY", "upper:1", "http_proxy", "lower:2");
    assertThat(way(both, "http://host/x")).isEqualTo("http://lower:2");
    Map<String, String> empty = Map.of("HTTP_PROXY", "upper:1", "http_proxy", " ");
    assertThat(way(empty, "http://host/x")).isEqualTo("http://upper:1");
    assertThat(way(Map.of("HTTPS_PROXY", "p:1", "ALL_PROXY", "all:2"), "http://host/x"))
        .isEqualTo("http://all:2");
  }

  @Test
  void aPasswordIsReadAndNeverShown() throws IOException {
    Proxies proxies =
        new Proxies(
            Map.of("HTTPS_PROXY", "http://me:s3c+r%40t@[fd00::1]:8080", "ALL_PROXY", "socks5://x"));
    HttpProxy proxy = proxies.find(URI.create("https://host/x")).orElseThrow();
    assertThat(proxy.host()).isEqualTo("fd00::1");
    assertThat(proxy.authorization()).contains("Basic bWU6czNjK3JAdA==");
    assertThat(proxy).hasToString("http://[fd00::1]:8080");
    assertThat(proxies.shown())
        .containsExactly("HTTPS_PROXY http://[fd00::1]:8080", "ALL_PROXY (unusable)");
  }

  @Test
  void aProxyWhoseNameIsUnknownIsNamed() {
    Proxies proxies = new Proxies(Map.of("HTTP_PROXY", "http://proxy.example:3128"));
    HttpConnections.Resolver nothing =
        host -> {
          throw new UnknownHostException(host);
        };
    Duration time = Duration.ofSeconds(20);
    HttpTimes times = new HttpTimes(time, time, time);
    HttpRoute route = new HttpRoute(AddressRule.ANY, Trust.SYSTEM);
    HttpCall call = HttpCall.of("GET", URI.create("http://r.example/x"), Map.of());

    try (HttpConnections lost = new HttpConnections(times, proxies, nothing, time)) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> lost.send(call, route))
          .withMessageContaining("proxy.example:3128")
          .withMessageContaining("cannot be reached: the host is unknown");
    }
  }
}
