package dev.otters.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.credentials.Credentials.IdentityToken;
import dev.otters.credentials.Credentials.Password;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialHelperTest {
  /** Keeps the last thing stored in a file, as a real helper keeps it in a keychain. */
  private static final String KEEPER =
      """
      case $1 in
      store) cat >"$KEPT" ;;
      get)
        key=$(cat)
        grep -qF "\\"ServerURL\\":\\"$key\\"" "$KEPT" 2>/dev/null || {
          echo "credentials not found in native keychain"
          exit 1
        }
        cat "$KEPT" ;;
      erase) rm "$KEPT" ;;
      esac
      """;

  @TempDir private Path folder;
  private DockerConfig config;

  @BeforeEach
  void configure() throws IOException {
    Files.writeString(folder.resolve("config.json"), "{\"credsStore\":\"keeper\"}");
    config = config(Duration.ofSeconds(20));
  }

  @ParameterizedTest
  @ValueSource(strings = {"h.io", "docker.io", "127.0.0.1:5000"})
  void whatAHelperKeepsIsFoundAndForgottenAgain(String host) throws IOException {
    helper("keeper", KEEPER);
    assertThat(config.find(host)).isEmpty();

    assertThat(config.store(host, new Password("otter", "s3cret"))).contains("keeper");
    assertThat(config.find(host)).contains(new Password("otter", "s3cret"));
    assertThat(Files.readString(config.file())).doesNotContain("s3cret");

    assertThat(config.erase(host)).isTrue();
    assertThat(config.find(host)).isEmpty();
    assertThat(config.erase(host)).isFalse();
  }

  @Test
  void identityTokensAreKeptUnderTheirOwnName() throws IOException {
    helper("keeper", KEEPER);

    config.store("h.io", new IdentityToken("t0ken"));

    assertThat(Files.readString(folder.resolve("kept"))).contains("\"<token>\"");
    assertThat(config.find("h.io")).contains(new IdentityToken("t0ken"));
  }

  /** Some helpers warn there. */
  @Test
  void whatAHelperSaysOnStandardErrorIsNoAnswer() throws IOException {
    helper("keeper", "echo a warning >&2; echo '{\"Username\":\"u\",\"Secret\":\"p\"}'");

    assertThat(config.find("h.io")).contains(new Password("u", "p"));
  }

  @Test
  void theHelperOfAHostWinsAndTheFileIsTheLastToBeAsked() throws IOException {
    helper("keeper", "echo credentials not found in native keychain; exit 1");
    helper("own", "echo '{\"Username\":\"u\",\"Secret\":\"p\"}'");
    Files.writeString(
        folder.resolve("config.json"),
        "{\"credsStore\":\"keeper\",\"credHelpers\":{\"h.io\":\"own\"},"
            + "\"auths\":{\"x.io\":{\"auth\":\"YTpi\"}}}");

    assertThat(config.find("h.io")).contains(new Password("u", "p"));
    assertThat(config.find("x.io")).contains(new Password("a", "b"));
  }

  @Test
  void aHelperThatFailsIsNamedWithItsWordsButNoSecret() throws IOException {
    helper("keeper", "echo the keychain is locked; exit 3");
    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> config.find("h.io"))
        .withMessage(
            "the credential helper docker-credential-keeper failed to get (exit status 3): the"
                + " keychain is locked");

    helper("keeper", "cat; exit 3");
    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> config.store("h.io", new Password("otter", "s3cret")))
        .withMessageNotContaining("s3cret")
        .withMessageContaining("failed to store");

    helper("keeper", "echo '{\"Secret\":\"s3cret\"}'; exit 3");
    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> config.find("h.io"))
        .withMessageEndingWith("failed to get (exit status 3)");

    helper("keeper", "echo cannot store s3cret; exit 3");
    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> config.store("h.io", new Password("otter", "s3cret")))
        .withMessageNotContaining("s3cret")
        .withMessageEndingWith("(exit status 3)");

    helper("keeper", "echo s3cret");
    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> config.find("h.io"))
        .withMessageContaining("without a JSON object")
        .withMessageNotContaining("s3cret");
  }

  @Test
  void aHelperThatIsMissingOrMisnamedIsReported() throws IOException {
    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> config.find("h.io"))
        .withMessage("the credential helper docker-credential-keeper is not on the PATH");

    Files.writeString(folder.resolve("config.json"), "{\"credsStore\":\"../../bin/sh\"}");
    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> config.find("h.io"))
        .withMessageContaining("with an invalid name");
  }

  @Test
  void aHelperThatHangsIsEndedWithItsChildren() throws IOException {
    helper("keeper", "sleep 600 & echo $! >\"$KEPT\"; wait");

    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> config(Duration.ofSeconds(1)).find("h.io"))
        .withMessageContaining("did not answer within 1 s");

    awaitEnd();
  }

  @Test
  void aHelperThatSaysTooMuchIsEnded() throws IOException {
    helper("keeper", "trap '' PIPE; echo $$ >\"$KEPT\"; while :; do echo AAAAAAAA; done 2>&-");

    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> config.find("h.io"))
        .withMessageEndingWith("cannot be read: its output is larger than 64 KiB");

    awaitEnd();
  }

  @RepeatedTest(5)
  void whatAHelperLeavesRunningIsNotWaitedFor() throws IOException {
    helper(
        "keeper", "echo '{\"Username\":\"u\",\"Secret\":\"p\"}'; sleep 600 & echo $! >\"$KEPT\"");

    try {
      assertThat(config.find("h.io")).contains(new Password("u", "p"));
    } finally {
      ProcessHandle.of(kept()).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void onlyProgramsInFoldersWithARootAreHelpers() throws IOException {
    Files.createDirectory(folder.resolve("docker-credential-keeper"));
    Path here = Path.of("").toAbsolutePath();
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path found = Files.writeString(elsewhere.resolve("docker-credential-keeper"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(found, PosixFilePermissions.fromString("rwxr-xr-x"));
    String path = folder + ":" + here.relativize(elsewhere);

    DockerConfig config = new DockerConfig(folder.resolve("config.json"), Map.of("PATH", path));

    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> config.find("h.io"))
        .withMessage("the credential helper docker-credential-keeper is not on the PATH");
  }

  @Test
  void aFileThatNamesTheHelperAlreadyNeedNotBeWritten() throws IOException {
    helper("keeper", KEEPER);
    config.store("h.io", new Password("otter", "one"));
    Object before = Files.getAttribute(config.file(), "unix:ino");

    config.store("h.io", new Password("otter", "two"));

    assertThat(config.find("h.io")).contains(new Password("otter", "two"));
    assertThat(Files.getAttribute(config.file(), "unix:ino")).isEqualTo(before);
  }

  @Test
  void theHeaderOfARequestCarriesEveryKind() {
    for (Credentials credentials :
        new Credentials[] {
          new Password("u", "p"), new IdentityToken("t"), new Credentials.RegistryToken("r")
        }) {
      HostCredentials sent = new HostCredentials("h.io:5000", credentials);

      assertThat(HostCredentials.decode(sent.encode())).isEqualTo(sent);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "***", "bm8=", "e30=", "eyJ1c2VybmFtZSI6InUifQ=="})
  void aHeaderWithoutCredentialsIsRefused(String header) {
    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> HostCredentials.decode(header))
        .withMessage("the header X-Otters-Registry-Auth does not contain credentials");
  }

  @Test
  void aHeaderOfMoreThan64KibibytesIsRefused() {
    int rest = 48 << 10;
    String fields = "{\"serveraddress\":\"h\",\"identitytoken\":\"%s\"}";
    String longest = fields.formatted("t".repeat(rest - fields.length() + 2));
    String longer = fields.formatted("t".repeat(rest - fields.length() + 5));

    assertThat(HostCredentials.decode(encoded(longest)).host()).isEqualTo("h");
    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> HostCredentials.decode(encoded(longer)));
  }

  private static String encoded(String json) {
    return Base64.getUrlEncoder().encodeToString(json.getBytes(StandardCharsets.US_ASCII));
  }

  /** Returns the process that a helper named in its file. */
  private long kept() throws IOException {
    return Long.parseLong(Files.readString(folder.resolve("kept")).strip());
  }

  private void awaitEnd() throws IOException {
    ProcessHandle.of(kept())
        .ifPresent(handle -> assertThat(handle.onExit()).succeedsWithin(Duration.ofSeconds(10)));
  }

  private DockerConfig config(Duration patience) {
    return new DockerConfig(
        folder.resolve("config.json"),
        Map.of("PATH", folder + ":/usr/bin:/bin", "KEPT", folder.resolve("kept").toString()),
        patience);
  }

  private void helper(String name, String script) throws IOException {
    Path file = folder.resolve("docker-credential-" + name);
    Files.deleteIfExists(file);
    Files.writeString(file, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
