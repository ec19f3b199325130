package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DockerConfigTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "host.io:5000, host.io:5000",
    "https://host.io/v1/, host.io",
    "https://index.docker.io/v1/, docker.io",
  })
  void findsCredentialsByHostOrUrl(String key, String host) throws IOException {
    DockerConfig config = config("{'auths':{'other':{},'" + key + "':{'auth':'YTpiOmM='}}}");

    assertThat(config.find(host)).contains(new Credentials("a", "b:c"));
    assertThat(config.find("other")).isEmpty();
    assertThat(config.find("io")).isEmpty();
  }

  @Test
  void readsUserAndPasswordToo() throws IOException {
    DockerConfig config = config("{'auths':{'h.io':{'username':'a','password':'b'}}}");

    assertThat(config.find("h.io")).contains(new Credentials("a", "b"));
    assertThat(config.find("h.io").toString()).doesNotContain("password").contains("user=a");
  }

  @Test
  void noFileMeansNoCredentials() {
    DockerConfig config = new DockerConfig(folder.resolve("none"));

    assertThat(config.find("h.io")).isEmpty();
    assertThat(config.namesHelper("h.io")).isFalse();
  }

  @Test
  void helpersAreNoticed() throws IOException {
    assertThat(config("{'credsStore':'x'}").namesHelper("h.io")).isTrue();
    assertThat(config("{'credHelpers':{'h.io':'x'}}").namesHelper("h.io")).isTrue();
    assertThat(config("{'credHelpers':{'h.io':'x'}}").namesHelper("other.io")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "{'auths':[]}",
        "{'auths':{'h.io':{'auth':'***'}}}",
        "{'auths':{'h.io':{'auth':'YQ=='}}}",
        "{'auths':{'h.io':{'auth':7}}}"
      })
  void aDamagedFileIsNamedWithoutItsSecrets(String json) throws IOException {
    DockerConfig config = config(json);

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> config.find("h.io"))
        .withMessageContaining("config.json")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DENIED))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("YQ=="));
  }

  @Test
  void theFolderIsThatOfDocker() {
    assertThat(RegistrySettings.ofEnvironment(Map.of("DOCKER_CONFIG", "/x")).dockerConfig())
        .hasToString("/x/config.json");
    assertThat(RegistrySettings.ofEnvironment(Map.of()).dockerConfig().toString())
        .endsWith("/.docker/config.json");
  }

  private DockerConfig config(String json) throws IOException {
    return new DockerConfig(
        Files.writeString(folder.resolve("config.json"), json.replace('\'', '"')));
  }
}
