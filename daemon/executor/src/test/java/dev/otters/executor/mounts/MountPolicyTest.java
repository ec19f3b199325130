package dev.otters.executor.mounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.posix.Caller;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MountPolicyTest {
  private static final SandboxUser STRANGER = new SandboxUser(3_333_333, 3_333_333);

  @TempDir Path temp;
  private Path project;
  private Path home;
  private Path person;
  private MountPolicy policy;

  @BeforeEach
  void makeFolders() throws IOException {
    Path top = temp.toRealPath();
    Files.setPosixFilePermissions(top, PosixFilePermissions.fromString("rwxr-xr-x"));
    project = Files.createDirectory(top.resolve("project"));
    person = Files.createDirectory(top.resolve("person"));
    home = Files.createDirectories(top.resolve("daemon/home"));
    policy =
        new MountPolicy(
            new PrivatePlaces(List.of(home, top.resolve("engine/docker.sock")), List.of(person)));
  }

  private CheckedMount check(String source, String target) {
    return policy
        .check(List.of(new MountSpec(source, target, "", true)), STRANGER, false)
        .getFirst();
  }

  private String refusal(String source, String target) {
    MountException refused =
        catchThrowableOfType(MountException.class, () -> check(source, target));
    assertThat(refused).as("%s:%s", source, target).isNotNull();
    assertThat(refused.problems())
        .hasSize(1)
        .allSatisfy(
            p -> assertThat(List.of(p.found(), p.allowed(), p.remedy())).doesNotContain(""));
    assertThat(refused.remedy()).isNotEmpty();
    return refused.problems().getFirst().found();
  }

  @Test
  void showsNoControlCharacters() {
    assertThatThrownBy(() -> check("/a\n\u001b[2J", "/data"))
        .hasMessageContaining("\"/a??[2J:/data\"")
        .hasMessageNotContaining("\n");
  }

  // ---- Targets ----

  @ParameterizedTest
  @CsvSource({
    "/workspace/src,/workspace/src",
    "/workspace//src/./a/,/workspace/src/a",
    "src,/workspace/src",
    "./src/a,/workspace/src/a",
    "/kubeconfig.yaml,/kubeconfig.yaml",
    "/data,/data",
    "/home/.cache,/home/.cache",
    "/tmp/x,/tmp/x",
    "/workspace/agents,/workspace/agents",
    "/library,/library",
  })
  void cleansTargets(String target, String cleaned) {
    assertThat(check(project.toString(), target).target()).isEqualTo(cleaned);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "//",
        "/.",
        "/etc",
        "/etc/passwd",
        "/usr/bin",
        "/opt",
        "/opt/bins/x",
        "/run/otters",
        "/run",
        "/proc/1",
        "/sys",
        "/dev/null",
        "/var",
        "/var/lib/x",
        "/bin",
        "/lib",
        "/lib32",
        "/lib64/x",
        "/libx32",
        "/sbin",
        "/root",
        "/boot",
        "/runtime",
        "/memory",
        "/vaults",
        "/files",
        "/home",
        "/tmp/",
        "/workspace",
        ".",
        "/workspace/agent",
        "/workspace/repos/x",
        "/workspace/sessions",
        "/workspace/.otters-runtime/a",
        "/workspace/.repos/a",
        "repos",
      })
  void refusesTargetsThatTheSandboxUses(String target) {
    assertThat(refusal(project.toString(), target)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "/workspace/../etc", "/workspace/a/..", "/workspace/a/../../b"})
  void refusesTargetsThatGoUp(String target) {
    assertThat(refusal(project.toString(), target)).contains("\"..\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/workspace/a\0b", "/workspace/a\nb", "/workspace/a:b", "/workspace/\u0085"})
  void refusesCharactersThatNoTargetMayHold(String target) {
    assertThat(refusal(project.toString(), target)).contains("control character or a colon");
  }

  @Test
  void refusesTargetsThatAreTooLong() {
    assertThat(refusal(project.toString(), "/workspace/" + "x".repeat(256))).contains("too long");
    assertThat(refusal(project.toString(), "/workspace/" + "é".repeat(128))).contains("too long");
    String longest = "/workspace/" + "x".repeat(253) + ("/" + "x".repeat(252)).repeat(3);
    assertThat(longest).hasSize(1023);
    assertThat(check(project.toString(), longest).target()).isEqualTo(longest);
    assertThat(check(project.toString(), longest + "x").target()).hasSize(1024);
    assertThat(refusal(project.toString(), longest + "xx")).contains("too long");
    String name = "/workspace/" + "x".repeat(255);
    assertThat(check(project.toString(), name).target()).isEqualTo(name);
  }

  @Test
  void refusesTheSameTargetTwiceAndTargetsInOneAnother() {
    String source = project.toString();
    MountSpec outer = new MountSpec(source, "/workspace/a", "", true);
    assertThatThrownBy(
            () ->
                policy.check(
                    List.of(outer, new MountSpec(source, "a/", "", true)), STRANGER, false))
        .hasMessageContaining("is mounted at /workspace/a too");
    for (List<MountSpec> nested :
        List.of(
            List.of(outer, new MountSpec(source, "/workspace/a/b", "", true)),
            List.of(new MountSpec(source, "/workspace/a/b", "", true), outer))) {
      assertThatThrownBy(() -> policy.check(nested, STRANGER, false))
          .hasMessageContaining("overlaps");
    }
    MountSpec beside = new MountSpec(source, "/workspace/ab", "", true);
    assertThat(policy.check(List.of(outer, beside), STRANGER, false)).hasSize(2);
  }

  @Test
  void tellsAllProblemsOfAllMountsAtOnce() {
    List<MountSpec> mounts =
        List.of(
            new MountSpec(project.toString(), "/etc", "", true),
            new MountSpec("/absent", "/workspace/a", "", true),
            new MountSpec(project.toString(), "/workspace/b", "", true),
            new MountSpec(project.toString(), "/workspace/b", "", true));
    assertThatThrownBy(() -> policy.check(mounts, STRANGER, false))
        .isInstanceOfSatisfying(MountException.class, e -> assertThat(e.problems()).hasSize(3));
  }

  // ---- Sources ----

  @Test
  void resolvesLinksOfTheSourceOnce() throws IOException {
    Path link = Files.createSymbolicLink(temp.toRealPath().resolve("link"), project);
    assertThat(check(link.toString(), "/workspace/src"))
        .isEqualTo(new CheckedMount(project, "/workspace/src", "", true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "relative", "./x", "/a\0b"})
  void refusesSourcesThatAreNotAbsolutePaths(String source) {
    assertThat(refusal(source, "/workspace/x")).contains("not an absolute path");
  }

  @Test
  void refusesSourcesThatDoNotExist() {
    assertThat(refusal(project.resolve("absent").toString(), "x")).contains("does not exist");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/proc", "/proc/self/root", "/sys/kernel", "/dev", "/dev/null"})
  void refusesPartsOfTheSystem(String source) {
    assertThat(refusal(source, "/workspace/x")).contains("a part of the system");
  }

  @Test
  void refusesTheDaemonsHomeWhateverWayItIsReached() throws IOException {
    Path inside = Files.createDirectory(home.resolve("agents"));
    Path link = Files.createSymbolicLink(project.resolve("link"), home);
    for (Path source : List.of(home, inside, home.getParent(), link, link.resolve("agents"))) {
      assertThat(refusal(source.toString(), "/workspace/x")).contains(home.toString());
    }
  }

  @Test
  void refusesTheEnginesSocketAndItsFolder() throws IOException {
    Path folder = Files.createDirectory(temp.toRealPath().resolve("engine"));
    Path socket = Files.createFile(folder.resolve("docker.sock"));
    Path link = Files.createSymbolicLink(project.resolve("sock"), socket);
    Path hard = Files.createLink(project.resolve("hard"), socket);
    for (Path source : List.of(socket, folder, link, hard)) {
      assertThat(refusal(source.toString(), "/workspace/x")).contains("docker.sock");
    }
  }

  @Test
  void refusesTheFolderOfASocketThatIsReachedByALink() throws IOException {
    Path folder = Files.createDirectory(temp.toRealPath().resolve("elsewhere"));
    Path socket = Files.createFile(folder.resolve("real.sock"));
    Files.createSymbolicLink(
        Files.createDirectory(temp.toRealPath().resolve("engine")).resolve("docker.sock"), socket);
    for (Path source : List.of(folder, socket)) {
      assertThat(refusal(source.toString(), "/workspace/x")).contains("docker.sock");
    }
  }

  @Test
  void refusesSockets() throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(project.resolve("s")));
      assertThat(refusal(project.resolve("s").toString(), "x")).contains("socket");
    }
  }

  @Test
  void wantsTheOperatorsWordForPlacesWithSecrets() throws IOException {
    Path keys = Files.createDirectory(person.resolve(".ssh"));
    Path key = Files.createFile(keys.resolve("id_ed25519"));
    Path link = Files.createSymbolicLink(project.resolve("link"), keys);
    for (Path source : List.of(keys, key, link, person)) {
      assertThat(refusal(source.toString(), "x")).contains("secrets");
      MountSpec mount = new MountSpec(source.toString(), "x", "", true);
      assertThat(policy.check(List.of(mount), STRANGER, true)).hasSize(1);
    }
  }

  @Test
  void wantsTheOperatorsWordForTheFolderToWhichAPlaceWithSecretsIsALink() throws IOException {
    Path folder = Files.createDirectory(temp.toRealPath().resolve("dotfiles"));
    Path keys = Files.createDirectory(folder.resolve("ssh"));
    Path key = Files.createFile(keys.resolve("id_ed25519"));
    Files.createSymbolicLink(person.resolve(".ssh"), keys);
    for (Path source : List.of(keys, key, folder)) {
      assertThat(refusal(source.toString(), "x")).contains(".ssh").contains("secrets");
    }
  }

  static Stream<String> placesWithSecrets() {
    return """
    .ssh .docker .aws .azure .kube .gnupg .netrc .pgpass .npmrc .pypirc
    .git-credentials .password-store .config/gcloud .config/gh .local/share/keyrings
    .mozilla .config/google-chrome .m2/settings.xml .gradle/gradle.properties
    .cargo/credentials.toml .vault-token
    """
        .lines()
        .flatMap(line -> Stream.of(line.split(" ")));
  }

  @ParameterizedTest
  @MethodSource("placesWithSecrets")
  void wantsTheOperatorsWordForEveryPlaceWhereProgramsKeepSecrets(String place) throws IOException {
    Path secret = Files.createDirectories(person.resolve(place));
    assertThat(refusal(secret.toString(), "x")).contains("secrets");
    assertThat(refusal(secret.getParent().toString(), "x")).contains("secrets");
  }

  @Test
  void wantsTheOperatorsWordForTheSecretsOfTheMachine() {
    assertThat(refusal("/etc", "x")).contains("/etc/shadow");
    assertThat(new PrivatePlaces(List.of(), List.of()).sensitive())
        .extracting(Path::toString)
        .containsExactlyInAnyOrder(
            ("/etc/shadow /etc/gshadow /etc/sudoers /etc/ssh /etc/ssl/private /etc/kubernetes /boot"
                    + " /run /var/lib/docker /var/lib/containerd /var/lib/containers"
                    + " /var/lib/kubelet")
                .split(" "));
  }

  @Test
  void theHomeEverySocketOfAnEngineAndAllPeopleAreProtected() throws IOException {
    PrivatePlaces places = PrivatePlaces.of(home, List.of(Path.of("/my.sock")), person);
    assertThat(places.never())
        .extracting(Path::toString)
        .containsExactlyInAnyOrder(
            home.toString(),
            "/my.sock",
            "/run/docker.sock",
            "/run/containerd/containerd.sock",
            "/run/podman/podman.sock",
            "/run/crio/crio.sock");
    assertThat(places.homes()).contains(person, Path.of("/root"));
    try (var people = Files.list(Path.of("/home"))) {
      assertThat(places.homes()).containsAll(people.toList());
    }
  }

  @Test
  void onlyAProtectedSourceIsForbiddenAndNotMerelyWrong() {
    for (String source : List.of(home.toString(), person.toString(), "/proc")) {
      assertThatThrownBy(() -> check(source, "x"))
          .isInstanceOfSatisfying(
              MountException.class, e -> assertThat(e.forbidden()).as(source).isTrue());
    }
    assertThatThrownBy(() -> check("/absent", "x"))
        .isInstanceOfSatisfying(MountException.class, e -> assertThat(e.forbidden()).isFalse());
  }

  @Test
  void allowsAProjectInAHomeFolder() throws IOException {
    Path own = Files.createDirectory(person.resolve("project"));
    assertThat(check(own.toString(), "x").source()).isEqualTo(own);
  }

  // ---- Access ----

  @Test
  void refusesWhatNeitherTheSandboxesUserNorTheOwnerCanRead() throws IOException {
    Files.setPosixFilePermissions(project, PosixFilePermissions.fromString("---------"));
    assertThat(refusal(project.toString(), "x")).contains("uid 3333333").contains("cannot read");
  }

  @Test
  void refusesToMountWritableWhatNeitherTheSandboxesUserNorTheOwnerCanWrite() throws IOException {
    Files.setPosixFilePermissions(project, PosixFilePermissions.fromString("r-xr-xr-x"));
    MountSpec writable = new MountSpec(project.toString(), "x", "", false);
    assertThatThrownBy(() -> policy.check(List.of(writable), STRANGER, false))
        .isInstanceOfSatisfying(
            MountException.class, e -> assertThat(e.remedy()).contains(":ro").contains("--user"));
  }

  @Test
  void letsRootsDaemonGiveTheSandboxesUserTheAccessOfTheOwner() throws IOException {
    assumeTrue(Caller.uid() == 0, "only root can map owners");
    Files.setPosixFilePermissions(project, PosixFilePermissions.fromString("rwx------"));
    MountSpec writable = new MountSpec(project.toString(), "x", "", false);
    assertThat(policy.check(List.of(writable), STRANGER, false)).hasSize(1);
  }

  @Test
  void doesNotMindClosedFoldersAbove() throws IOException {
    Path closed = Files.createDirectory(temp.toRealPath().resolve("closed"));
    Path open = Files.createDirectory(closed.resolve("open"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    assertThat(check(open.toString(), "x").source()).isEqualTo(open);
  }
}
