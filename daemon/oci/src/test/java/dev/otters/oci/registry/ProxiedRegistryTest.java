package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.credentials.Credentials;
import dev.otters.http.Proxies;
import dev.otters.oci.FaultProxy;
import dev.otters.oci.ForwardProxy;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A registry of a name that only a proxy knows. */
class ProxiedRegistryTest extends RegistryTestCase {
  private static final String PASSWORD = "p+w%d 1";
  private static final String LOGIN = new Credentials.Password("me", PASSWORD).basic();

  private ForwardProxy proxy;

  @BeforeEach
  void standBetween() {
    proxy = new ForwardProxy(port(server.host()));
    jq = ImageReference.parse("registry.test/" + jq.repository() + ":1");
    ask("registry.test", Map.of("HTTP_PROXY", proxy.host()));
  }

  @AfterEach
  void stop() {
    proxy.close();
  }

  private static int port(String host) {
    return Integer.parseInt(host.substring(host.indexOf(':') + 1));
  }

  private void ask(String insecure, Map<String, String> environment) {
    registry.close();
    RegistrySettings usual = settings(2);
    registry =
        new Registry(
            new RegistrySettings(
                usual.access().withInsecure(insecure),
                usual.times(),
                usual.retry(),
                new Proxies(environment)));
  }

  @Test
  void aRegistryWithoutTlsIsAskedWithWholeAddresses() {
    assertThat(pull().digest()).isEqualTo(index.digest());
    assertThat(proxy.lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).startsWith("GET http://registry.test/v2/"));
    assertThat(server.requests())
        .allSatisfy(it -> assertThat(it.header("host")).contains("registry.test"));
  }

  @Test
  void aRegistryWithTlsIsReachedThroughATunnelThatShowsNothing() throws Exception {
    Certified certified = Certified.in(folder, "dns:registry.test", "-1d");
    try (FaultProxy tls = FaultProxy.overTls(port(server.host()), certified.tls());
        ForwardProxy way = new ForwardProxy(port(tls.host()))) {
      registry.close();
      RegistrySettings usual = settings(2);
      registry =
          new Registry(
              new RegistrySettings(
                  usual.access().withCaFile(certified.authority()),
                  usual.times(),
                  usual.retry(),
                  new Proxies(Map.of("https_proxy", "http://me:p%2Bw%25d%201@" + way.host()))));
      way.wants(LOGIN);
      assertThat(pull().digest()).isEqualTo(index.digest());
      assertThat(way.lines()).isNotEmpty().containsOnly("CONNECT registry.test:443 HTTP/1.1");
      assertThat(way.heads()).allSatisfy(head -> assertThat(head).doesNotContain("/v2/"));
    }
  }

  @Test
  void theUserOfTheProxyIsShownToItAndToNobodyElse() {
    proxy.wants(LOGIN);
    ask("registry.test", Map.of("HTTP_PROXY", "http://me:p%2Bw%25d%201@" + proxy.host()));
    assertThat(pull().digest()).isEqualTo(index.digest());
    assertThat(server.requests())
        .allSatisfy(it -> assertThat(it.header("proxy-authorization")).isEmpty());
  }

  @Test
  void aProxyThatWantsAnotherUserIsSaidOnceAndWithoutThePassword() {
    proxy.wants(LOGIN);
    assertThat(failure(Reason.UNREACHABLE)).hasMessageContaining("requires a user and password");
    ask("registry.test", Map.of("HTTP_PROXY", "http://me:s3cret@" + proxy.host()));
    OciException refused = failure(Reason.UNREACHABLE);
    assertThat(refused)
        .hasMessageContaining("rejects the user and password")
        .hasMessageContaining("http://" + proxy.host());
    assertThat(refused.remedy()).contains("HTTP_PROXY", "NO_PROXY");
    assertThat(refused.getMessage() + refused.remedy()).doesNotContain("s3cret");
    assertThat(proxy.lines()).hasSize(2);
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void aTunnelThatIsRefusedIsNotTriedAgainAndOneThatFailsIs() {
    Map<String, String> environment = new HashMap<>(Map.of("HTTPS_PROXY", proxy.host()));
    ask("other.test", environment);
    proxy.answers(403);
    assertThat(failure(Reason.UNREACHABLE))
        .hasMessageContaining("refuses to connect to registry.test:443 (403)");
    assertThat(proxy.lines()).hasSize(1);
    proxy.answers(502);
    assertThat(failure(Reason.UNREACHABLE)).hasMessageContaining("2 attempts");
    assertThat(proxy.lines()).hasSize(3);
  }

  @Test
  void aProxyThatIsNotThereIsNamedAndSoIsOneThatIsNone() {
    proxy.close();
    assertThat(failure(Reason.UNREACHABLE))
        .hasMessageContaining("the proxy http://" + proxy.host() + " cannot be reached");
    ask("registry.test", Map.of("http_proxy", "socks5://me:s3cret@127.0.0.1:1"));
    assertThat(failure(Reason.UNREACHABLE))
        .hasMessageContaining("the proxy that HTTP_PROXY names is not of the form http://HOST:PORT")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void thisMachineIsAskedWithoutAProxy() {
    jq = ImageReference.parse(server.host() + "/" + jq.repository() + ":1");
    assertThat(pull().digest()).isEqualTo(index.digest());
    assertThat(proxy.lines()).isEmpty();
  }

  /** What the proxy connects to cannot be seen; what the address says can. */
  @ParameterizedTest
  @CsvSource({
    "169.254.169.254, 169.254.169.254",
    "[::ffff:169.254.169.254], 169.254.169.254",
    "2852039166, 169.254.169.254",
    "0xa9fea9fe, 169.254.169.254",
    "0177.0.0.1, 127.0.0.1",
    "localhost., 127.0.0.1",
    "any.localhost, 127.0.0.1"
  })
  void aProxyIsNotAskedForWhereNoRedirectMayLead(String inside, String address) {
    server.next("/blobs/", FakeRegistry.status(307, "", "Location: https://" + inside + "/x"));
    ask("registry.test", Map.of("HTTP_PROXY", proxy.host(), "HTTPS_PROXY", proxy.host()));
    assertThat(failure(Reason.REGISTRY)).hasMessageContaining("(" + address + ")");
    assertThat(proxy.lines()).noneMatch(line -> line.startsWith("CONNECT"));
  }
}
