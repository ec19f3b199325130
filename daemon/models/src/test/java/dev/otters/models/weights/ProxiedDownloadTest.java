package dev.otters.models.weights;

import static dev.otters.models.weights.ModelKit.web;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.oci.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProxiedDownloadTest {
  @TempDir Path home;

  @Test
  void weightsComeThroughTheProxyThatTheEnvironmentNames() throws Exception {
    ModelKit kit = new ModelKit(home);
    try (FaultyServer proxy = new FaultyServer(FaultyServer.good(kit.content));
        Models models =
            kit.open(
                Map.of("PATH", "", "http_proxy", "http://" + proxy.place()),
                web("http://models.invalid/tiny.gguf"))) {
      models.pull("tiny", Optional.empty(), Progress.NONE);

      assertThat(Files.readAllBytes(kit.weights())).isEqualTo(kit.content);
      assertThat(proxy.heads.getFirst()).startsWith("GET http://models.invalid/tiny.gguf ");
    }
  }

  @Test
  void aProxyIsShownItsPasswordAndNobodyElse() throws Exception {
    ModelKit kit = new ModelKit(home);
    try (FaultyServer proxy = new FaultyServer(FaultyServer.good(kit.content));
        Models models =
            kit.open(
                Map.of("PATH", "", "HTTP_PROXY", "http://me:s3cret@" + proxy.place()),
                web("http://models.invalid/tiny.gguf"))) {
      models.pull("tiny", Optional.empty(), Progress.NONE);

      assertThat(proxy.heads.getFirst()).contains("Proxy-Authorization: Basic bWU6czNjcmV0");
    }
  }

  @Test
  void aProxyThatCannotBeUsedIsNamed() {
    ModelKit kit = new ModelKit(home);
    try (Models models =
        kit.open(
            Map.of("PATH", "", "HTTPS_PROXY", "socks5://me:s3cret@proxy:1"),
            web("https://models.invalid/tiny.gguf"))) {
      assertThatThrownBy(() -> models.pull("tiny", Optional.empty(), Progress.NONE))
          .isInstanceOfSatisfying(
              ApiException.class,
              e ->
                  assertThat(e.problem().detail())
                      .contains("not of the form http://HOST:PORT")
                      .doesNotContain("s3cret"));
    }
  }
}
