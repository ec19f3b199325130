package dev.otters.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.credentials.Credentials.IdentityToken;
import dev.otters.credentials.Credentials.Password;
import dev.otters.credentials.Credentials.RegistryToken;
import dev.otters.home.SyncedFiles;
import dev.otters.home.time.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
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

    assertThat(config.find(host)).contains(new Password("a", "b:c"));
    assertThat(config.find("other")).isEmpty();
    assertThat(config.find("io")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'auths':{'https://h.io/v1/':{'auth':'YTpi'},'h.io':{'auth':'Yzpk'}}}",
        "{'auths':{'h.io':{'auth':'Yzpk'},'https://h.io/v1/':{'auth':'YTpi'}}}"
      })
  void anEntryUnderTheExactHostIsPreferred(String json) throws IOException {
    assertThat(config(json).find("h.io")).contains(new Password("c", "d"));
  }

  @Test
  void readsUserAndPasswordAndTokensToo() throws IOException {
    DockerConfig config =
        config(
            "{'auths':{'h.io':{'username':'a','password':'b'},"
                + "'t.io':{'auth':'YTpi','identitytoken':'s3cret'}}}");

    assertThat(config.find("h.io")).contains(new Password("a", "b"));
    assertThat(config.find("t.io")).contains(new IdentityToken("s3cret"));
    assertThat(config.find("h.io").toString()).doesNotContain("password").contains("user=a");
    assertThat(config.find("t.io").toString()).doesNotContain("s3cret");
  }

  @Test
  void noFileMeansNoCredentials() {
    DockerConfig config = new DockerConfig(folder.resolve("none"), Map.of());

    assertThat(config.find("h.io")).isEmpty();
    assertThat(config.erase("h.io")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "{} {}",
        "{'auths':[]}",
        "{'auths':{},'credHelpers':'x'}",
        "{'auths':{'h.io':{'auth':'***'}}}",
        "{'auths':{'h.io':{'auth':'YQ=='}}}",
        "{'auths':{'h.io':{'auth':7}}}"
      })
  void aDamagedFileIsNamedWithoutItsSecrets(String json) throws IOException {
    DockerConfig config = config(json);

    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> config.find("h.io"))
        .withMessageContaining("config.json")
        .withMessageNotContaining("YQ==")
        .satisfies(e -> assertThat(e.remedy()).isNotEmpty());
  }

  @Test
  void aDamagedFileIsNeverWrittenOver() throws IOException {
    DockerConfig config = config("{'auths':");

    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> config.store("h.io", new Password("a", "b")));
    assertThat(Files.readString(config.file())).isEqualTo("{\"auths\":");
  }

  @Test
  void whatIsStoredIsFoundAndEverythingElseStays() throws IOException {
    DockerConfig config =
        config(
            "{'auths':{'https://h.io/v1/':{'auth':'YTpi'},'x.io':{'auth':'YTpi'}},"
                + "'plugins':{'a':[1,2.50,true,null,{'b':'c'}]}}");

    assertThat(config.store("h.io", new Password("otter", "p:w"))).isEmpty();

    assertThat(config.find("h.io")).contains(new Password("otter", "p:w"));
    assertThat(config.find("x.io")).contains(new Password("a", "b"));
    assertThat(Files.readString(config.file()).replaceAll("\\s", ""))
        .contains("\"plugins\":{\"a\":[1,2.50,true,null,{\"b\":\"c\"}]}")
        .doesNotContain("https://h.io");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(config.file())))
        .isEqualTo("rw-------");
    assertThat(filesIn(folder)).containsExactlyInAnyOrder("config.json", ".config.json.lock");
  }

  @Test
  void dockerHubIsKeptUnderDockersOwnName() throws IOException {
    DockerConfig config = new DockerConfig(folder.resolve("new/config.json"), Map.of());

    config.store("docker.io", new IdentityToken("t"));

    assertThat(Files.readString(config.file())).contains("https://index.docker.io/v1/");
    assertThat(config.find("docker.io")).contains(new IdentityToken("t"));
    assertThat(config.erase("docker.io")).isTrue();
    assertThat(config.find("docker.io")).isEmpty();
  }

  @Test
  void aLinkedFileStaysALink() throws IOException {
    Path real = Files.writeString(folder.resolve("real.json"), "{}");
    Path link = Files.createSymbolicLink(folder.resolve("config.json"), real);
    DockerConfig config = new DockerConfig(link, Map.of());

    config.store("h.io", new Password("a", "b"));

    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(real, UTF_8)).contains("h.io");
  }

  @Test
  void aLinkThatLeadsToNothingYetStaysALink() throws IOException {
    Path real = folder.resolve("later/real.json");
    Path other = Files.createSymbolicLink(folder.resolve("other"), real);
    Path link = Files.createSymbolicLink(folder.resolve("config.json"), other.getFileName());

    new DockerConfig(link, Map.of()).store("h.io", new Password("a", "b"));

    assertThat(link).isSymbolicLink();
    assertThat(other).isSymbolicLink();
    assertThat(Files.readString(real, UTF_8)).contains("h.io");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real.getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void whatIsNoFileIsNeitherReadNorWritten() throws IOException {
    Path self = folder.resolve("self.json");
    Files.createSymbolicLink(self, self.getFileName());
    Path endless = Files.createSymbolicLink(folder.resolve("zero.json"), Path.of("/dev/zero"));
    for (Path file : List.of(self, endless, folder)) {
      DockerConfig config = new DockerConfig(file, Map.of());
      assertThatExceptionOfType(CredentialsException.class)
          .isThrownBy(() -> config.find("h.io"))
          .withMessageContaining(file.toString());
      assertThatExceptionOfType(CredentialsException.class)
          .isThrownBy(() -> config.store("h.io", new Password("a", "b")))
          .withMessageContaining(file.toString())
          .withMessageNotContaining("Exception");
    }
  }

  @Test
  void anEmptyFileIsAFileWithoutEntries() throws IOException {
    DockerConfig config = config("");

    assertThat(config.find("h.io")).isEmpty();
    config.store("h.io", new Password("a", "b"));

    assertThat(config.find("h.io")).contains(new Password("a", "b"));
  }

  @Test
  void whatAKilledProcessLeftIsGoneAfterTheNextLogin() throws IOException {
    DockerConfig config = config("{}");
    Files.writeString(folder.resolve(".config.json.new"), "half of a passw");

    config.store("h.io", new Password("a", "b"));

    assertThat(filesIn(folder)).containsExactlyInAnyOrder("config.json", ".config.json.lock");
  }

  @Test
  void textThatIsNoUnicodeStaysInTheFile() throws IOException {
    DockerConfig config =
        config("{'auths':{'odd.io':{'username':'\\ud800','password':'p'}},'note':'\\udc00'}");

    config.store("h.io", new Password("a", "b"));

    assertThat(config.find("odd.io")).contains(new Password("\ud800", "p"));
    assertThat(new HostCredentials("odd.io", config.find("odd.io").orElseThrow()).encode())
        .isNotEmpty();
  }

  @Test
  void noEntryIsLostWhereManyLogInAtOnce() throws Exception {
    DockerConfig config = config("{'auths':{'gone.io':{'auth':'YTpi'}},'plugins':{}}");
    List<Process> processes = new ArrayList<>();
    for (String name : List.of("one", "two", "three")) {
      processes.add(ManyLogins.start(config.file(), name));
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> logins = threads.submit(() -> ManyLogins.in(config, "four"));
      Future<?> logout = threads.submit(() -> config.erase("gone.io"));
      logins.get();
      logout.get();
    }
    for (Process process : processes) {
      assertThat(process.waitFor()).isZero();
    }

    for (String name : List.of("one", "two", "three", "four")) {
      for (int i = 0; i < ManyLogins.COUNT; i++) {
        assertThat(config.find(ManyLogins.host(name, i))).as("%s %d", name, i).isPresent();
      }
    }
    assertThat(config.find("gone.io")).isEmpty();
    assertThat(Files.readString(config.file())).contains("plugins");
  }

  @Test
  void aLoginIsOnTheDiskBeforeItCounts() throws Exception {
    DockerConfig config = config("{}");

    assertThat(SyncedFiles.during(() -> config.store("h.io", new Password("a", "b"))))
        .contains(folder.resolve(".config.json.new"));
  }

  @Test
  void aLoginThatDoesNotFitTheDiskLeavesTheFileAsItWasAndNoPasswordBehind() throws IOException {
    Optional<SmallDisk> disk = SmallDisk.mount(folder.resolve("disk"), 1);
    assumeTrue(disk.isPresent(), "only root can mount");
    try (SmallDisk full = disk.get()) {
      DockerConfig config = new DockerConfig(full.folder().resolve("config.json"), Map.of());
      config.store("h.io", new Password("a", "b"));
      SmallDisk.fill(full.folder().resolve("filler"));

      assertThatExceptionOfType(CredentialsException.class)
          .isThrownBy(() -> config.store("h.io", new Password("a", "s3cret".repeat(10_000))))
          .withMessageContaining("cannot write")
          .withMessageNotContaining("s3cret");
      assertThat(config.find("h.io")).contains(new Password("a", "b"));
      assertThat(filesIn(full.folder())).doesNotContain(".config.json.new");
    }
  }

  @Test
  void aFileOfMoreThanFourMebibytesIsNotRead() throws IOException {
    String entry = "{'auths':{'h.io':{'auth':'YTpi'}},'x':'%s'}";
    int rest = (4 << 20) - entry.length() + 2;

    assertThat(config(entry.formatted("x".repeat(rest))).find("h.io")).isPresent();
    DockerConfig larger = config(entry.formatted("x".repeat(rest + 1)));
    assertThatExceptionOfType(CredentialsException.class)
        .isThrownBy(() -> larger.find("h.io"))
        .withMessageEndingWith("it is larger than 4 MiB");
  }

  /** A pipe or a device could keep the daemon waiting. */
  @Test
  void aPipeIsNotReadAndNotWaitedFor() throws Exception {
    Path pipe = folder.resolve("pipe.json");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () ->
            assertThatExceptionOfType(CredentialsException.class)
                .isThrownBy(() -> new DockerConfig(pipe, Map.of()).find("h.io"))
                .withMessageEndingWith("it is not a regular file"));
  }

  @Test
  void aLockThatAnotherProcessKeepsIsNotWaitedForLongerThanAllowed() throws Exception {
    Path lock = folder.resolve("lock");
    Process holder = ManyLogins.startHolding(lock);
    try {
      assertThat(holder.inputReader().readLine()).isEqualTo("locked");
      FileAttribute<?> mode =
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
      FileLocked locked = new FileLocked(lock, mode, Duration.ofMillis(100));
      assertTimeoutPreemptively(
          Duration.ofSeconds(30),
          () ->
              assertThatExceptionOfType(IOException.class)
                  .isThrownBy(() -> locked.run(() -> "entered"))
                  .withMessageContaining("another process has held the lock"));
      holder.destroyForcibly().waitFor();
      assertThat(locked.<String>run(() -> "entered")).isEqualTo("entered");
    } finally {
      holder.destroyForcibly();
    }
  }

  @Test
  void noKindOfCredentialsShowsItsSecret() {
    assertThat(
            List.of(
                new Password("u", "s3cret"),
                new IdentityToken("s3cret"),
                new RegistryToken("s3cret"),
                new HostCredentials("h", new RegistryToken("s3cret")),
                new HelperPrograms.Answer(0, "s3cret")))
        .allSatisfy(shown -> assertThat(shown.toString()).doesNotContain("s3cret"));
  }

  @Test
  void theFolderIsThatOfDocker() {
    assertThat(DockerConfig.ofEnvironment(Map.of("DOCKER_CONFIG", "/x")).file())
        .hasToString("/x/config.json");
    assertThat(DockerConfig.ofEnvironment(Map.of("HOME", "/y")).file())
        .hasToString("/y/.docker/config.json");
    assertThat(DockerConfig.ofEnvironment(Map.of()).file().toString())
        .endsWith("/.docker/config.json");
  }

  private static List<String> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private DockerConfig config(String json) throws IOException {
    return new DockerConfig(
        Files.writeString(folder.resolve("config.json"), json.replace('\'', '"')), Map.of());
  }
}
