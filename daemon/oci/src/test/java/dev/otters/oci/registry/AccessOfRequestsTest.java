package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.credentials.Credentials.IdentityToken;
import dev.otters.credentials.DockerConfig;
import dev.otters.credentials.HostCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessOfRequestsTest {
  @TempDir Path folder;

  private RegistryAccess access() {
    return new RegistryAccess(
        new DockerConfig(folder.resolve("config.json"), Map.of()),
        List.of(),
        Set.of("plain.io"),
        List.of(folder),
        Optional.empty());
  }

  private static HostCredentials login(String host, String token) {
    return new HostCredentials(host, new IdentityToken(token));
  }

  @Test
  void theLatestCredentialsOfAHostAreSentToItAlone() {
    RegistryAccess access = access().with(login("r.io", "first")).with(login("r.io", "second"));

    assertThat(access.credentials("r.io")).contains(new IdentityToken("second"));
    assertThat(access.credentials("other.io")).isEmpty();
  }

  @Test
  void anAuthorityIsTrustedForTheHostOfItsFolderOnly() throws IOException {
    Path authority = folder.resolve("r.io:5000/ca.crt");
    Files.createDirectories(authority.getParent());
    Files.createFile(authority);
    Path everywhere = folder.resolve("all.crt");

    assertThat(access().trust("r.io:5000").files()).containsExactly(authority);
    assertThat(access().trust("r.io").files()).isEmpty();
    assertThat(access().withCaFile(everywhere).trust("r.io").files()).containsExactly(everywhere);
  }

  /** An image could otherwise name a service of this machine as its registry. */
  @Test
  void whatAnImageNamesStaysOutsideHoweverTheAccessIsChanged() {
    RegistryAccess named = access().withNamed(Set.of("named.io"));
    List<RegistryAccess> changed =
        List.of(
            named,
            named.with(login("r.io", "t")),
            named.withInsecure("local.io"),
            named.withCaFile(folder.resolve("ca.crt")));

    assertThat(changed)
        .allMatch(access -> access.mayBeHere("named.io"))
        .allMatch(access -> access.mayBeHere("plain.io"))
        .noneMatch(access -> access.mayBeHere("image.io"));
    assertThat(named.withInsecure("local.io").mayBeHere("local.io")).isTrue();
    assertThat(access().mayBeHere("image.io")).isTrue();
  }
}
