package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Progress;
import dev.otters.api.image.RemoteImageView;
import dev.otters.api.image.TagList;
import dev.otters.api.image.Transfer;
import dev.otters.api.image.TransferList;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.FakeDaemon;
import dev.otters.cli.testing.Given;
import dev.otters.credentials.Credentials;
import dev.otters.credentials.HostCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryCommandsTest {
  private static final String SECRET = "canary-51";
  private static final String HEADER = HostCredentials.HEADER.toLowerCase(Locale.ROOT);
  private static final Transfer GUIDE = new Transfer("r.io:5000/guide:1", Given.DIGEST, 1234);

  @TempDir Path folder;
  private Bench bench;
  private FakeDaemon daemon;
  private Path config;

  @BeforeEach
  void start() throws IOException {
    bench = new Bench(folder);
    daemon = bench.daemon();
    config = bench.folder().resolve(".docker/config.json");
    daemon.work("POST /v1/registry/login", Map.of("host", "r.io"));
    daemon.work("POST /v1/images/push", GUIDE, new Progress("layer", "push", 1, 2));
    daemon.work("POST /v1/images/pull", new TransferList(List.of(GUIDE, GUIDE)));
  }

  @AfterEach
  void stop() throws IOException {
    bench.close();
  }

  private HostCredentials sent() {
    return HostCredentials.decode(daemon.requests().getLast().headers().getOrDefault(HEADER, ""));
  }

  private Bench.Run login(String host) {
    return bench.input(SECRET + "\n").run("login", host, "-u", "me", "--password-stdin");
  }

  @Test
  void aLoginIsCheckedAndThenKeptBesideWhatIsThere() throws IOException {
    Files.createDirectories(config.getParent());
    Files.writeString(config, "{\"auths\":{\"other\":{\"auth\":\"eDp5\"}},\"detachKeys\":\"x\"}");
    Bench.Run run = login("r.io:5000");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo("logged in to r.io:5000 as me\n");
    assertThat(run.err()).contains("unencrypted in " + config, "credsStore").doesNotContain(SECRET);
    assertThat(sent())
        .isEqualTo(new HostCredentials("r.io:5000", new Credentials.Password("me", SECRET)));
    assertThat(Files.readString(config)).contains("other", "eDp5", "detachKeys", "r.io:5000");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(config)))
        .isEqualTo("rw-------");
  }

  @Test
  void aLoginThatTheRegistryRefusesIsNotKept() {
    daemon.refuse(
        "POST /v1/registry/login",
        Problem.of(ErrorCode.REGISTRY_DENIED, "registry r.io denies access", "otters login r.io"));
    Bench.Run run = login("r.io");
    assertThat(run.exit()).isEqualTo(22);
    assertThat(run.err()).contains("denies access", "otters login r.io").doesNotContain(SECRET);
    assertThat(config).doesNotExist();
  }

  @Test
  void aPersonIsAskedForUserAndPassword() {
    Bench.Run run =
        bench.terminal(80).input("me\n").secret(SECRET).run("login", "HTTPS://r.io/v2/");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).contains("User: ").doesNotContain(SECRET);
    assertThat(bench.prompts()).containsExactly("Password: ");
    assertThat(sent())
        .isEqualTo(new HostCredentials("r.io", new Credentials.Password("me", SECRET)));
  }

  @Test
  void aScriptThatGivesNoUserOrPasswordIsToldHow() {
    assertThat(bench.run("login", "r.io").err()).contains("no user name is given", "-u");
    Bench.Run run = bench.run("login", "r.io", "-u", "me");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("no password is given", "--password-stdin");
    assertThat(bench.run("login", "a b").err()).contains("'a b' is not a valid registry");
    assertThat(bench.run("login", "me:" + SECRET + "@r.io").err())
        .contains("'…@r.io' is not a valid registry")
        .doesNotContain(SECRET);
    Bench.Run tooLong =
        bench.input("x".repeat(8193)).run("login", "r.io", "-u", "me", "--password-stdin");
    assertThat(tooLong.exit()).isEqualTo(2);
    assertThat(tooLong.err()).contains("longer than 8 KiB");
    assertThat(daemon.requests()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "me:you, secret, contains a ':'",
        "me\\nyou, secret, the user name contains a line break",
        "me, se\\ncret, the password contains a line break",
        "me, secret\\n\\n, the password contains a line break",
        "me, se\\0cret, the password contains a line break or a control character",
        "me, \\n, no password is given",
      })
  void whatNoRegistryCouldTakeIsSaidAndNotAsked(String user, String password, String why) {
    Bench.Run run =
        bench
            .input(password.translateEscapes())
            .run("login", "r.io", "-u", user.translateEscapes(), "--password-stdin");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(why).doesNotContain("cret");
    assertThat(daemon.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pä😀\"'\\", " spaces ", "<token>", "\"\"\"\""})
  void aPasswordIsSentAsItIsWithoutTheEndOfItsLine(String password) {
    for (String end : List.of("", "\n", "\r\n")) {
      bench.input(password + end).run("login", "r.io", "-u", "me", "--password-stdin");
      assertThat(sent())
          .isEqualTo(new HostCredentials("r.io", new Credentials.Password("me", password)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "push ''",
        "pull ''",
        "rmi ''",
        "tag '' b",
        "tag a ''",
        "image inspect ''",
        "image history ''",
        "image copy r.io/a ''",
        "image tags ''",
      })
  void aReferenceThatIsEmptyIsNamed(String words) {
    Bench.Run run = bench.run(words.replace("''", "").split(" ", -1));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).containsPattern("[A-Z]+ is empty: [A-Z]").contains("Usage: otters");
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void theUserOfATokenMakesItAnIdentityToken() {
    bench.input(SECRET).run("login", "r.io", "-u", "<token>", "--password-stdin");
    assertThat(sent())
        .isEqualTo(new HostCredentials("r.io", new Credentials.IdentityToken(SECRET)));
  }

  @Test
  void aHelperThatTheConfigurationNamesKeepsTheLogin() throws IOException {
    Path helper = Files.createDirectories(folder.resolve("bin")).resolve("docker-credential-safe");
    Files.writeString(helper, "#!/bin/sh\ncat > " + folder.resolve("kept") + "-$1\n");
    assertThat(helper.toFile().setExecutable(true)).isTrue();
    bench.variable("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
    Files.createDirectories(config.getParent());
    Files.writeString(config, "{\"credsStore\":\"safe\"}");
    Bench.Run run = login("r.io");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).doesNotContain("unencrypted");
    assertThat(Files.readString(folder.resolve("kept-store"))).contains(SECRET, "r.io");
    assertThat(Files.readString(config)).doesNotContain(SECRET);
  }

  @Test
  void aLogoutForgetsTheLoginAndNeedsNoDaemon() throws IOException {
    login("r.io");
    daemon.stop();
    assertThat(bench.run("logout", "r.io").out()).isEqualTo("logged out of r.io\n");
    assertThat(Files.readString(config)).doesNotContain("r.io");
    assertThat(bench.run("logout", "r.io", "-o", "json").out())
        .contains("\"removed\": false", "\"host\": \"r.io\"");
  }

  @Test
  void credentialsAreSentForTheRegistryOfTheImageAlone() {
    login("r.io:5000");
    assertThat(bench.run("push", "r.io:5000/guide:1").out())
        .isEqualTo("pushed r.io:5000/guide:1\n  digest  " + Given.DIGEST + "\n  size    1.23kB\n");
    assertThat(sent().host()).isEqualTo("r.io:5000");
    bench.run("push", "r.io/guide:1");
    assertThat(daemon.requests().getLast().headers()).doesNotContainKey(HEADER);
    bench.run("push", "guide:1");
    assertThat(daemon.requests().getLast().headers()).doesNotContainKey(HEADER);
    assertThat(bench.run("push", "--debug", "-q", "r.io:5000/guide:1").err())
        .doesNotContain(SECRET);
  }

  @Test
  void aConfigurationThatCannotBeReadIsSaid() throws IOException {
    Files.createDirectories(config.getParent());
    Files.writeString(config, "no json");
    Bench.Run run = bench.run("pull", "r.io/guide");
    assertThat(run.exit()).isEqualTo(22);
    assertThat(run.err()).contains(config.toString());
  }

  @Test
  void aPullSaysWhatItWants() {
    assertThat(bench.run("pull", "--all", "r.io/guide:1").out())
        .contains("pulled r.io:5000/guide:1");
    assertThat(bench.run("pull", "-q", "--platform", "linux/arm64", "r.io/guide:1").out())
        .isEqualTo((Given.DIGEST + "\n").repeat(2));
    Bench.Run json =
        bench.run("bin", "pull", "--all-platforms", "--insecure", "r.io/sh", "-o", "json");
    assertThat(Json.read(json.out(), TransferList.class).images()).hasSize(2);
    assertThat(daemon.requests())
        .extracting(FakeDaemon.Request::line)
        .containsExactly(
            "POST /v1/images/pull?ref=r.io/guide:1&all=true",
            "POST /v1/images/pull?ref=r.io/guide:1&platform=linux/arm64",
            "POST /v1/images/pull?ref=r.io/sh&insecure=true&all-platforms=true");
    Bench.Run both = bench.run("pull", "--platform", "a/b", "--all-platforms", "r.io/guide");
    assertThat(both.exit()).isEqualTo(2);
    assertThat(both.err()).contains("exclude each other");
  }

  @Test
  void aRegistryIsLookedAtWithoutFetching() {
    RemoteImageView view =
        new RemoteImageView(
            "r.io/a:1", Given.DIGEST, "m", null, 7, List.of(), Map.of(), List.of(), Map.of());
    daemon.work("GET /v1/registry/inspect", view);
    daemon.work("GET /v1/registry/tags", new TagList("r.io/a", List.of("1", "2\u001b[2J")));
    daemon.work("POST /v1/registry/copy", GUIDE);
    assertThat(
            Json.read(
                bench.run("image", "inspect", "--remote", "r.io/a:1").out(),
                RemoteImageView[].class))
        .containsExactly(view);
    assertThat(bench.run("image", "tags", "r.io/a").out()).isEqualTo("1\n2·[2J\n");
    assertThat(bench.run("image", "copy", "r.io/a:1", "q.io/b:2").out())
        .startsWith("copied to r.io");
    assertThat(daemon.requests())
        .extracting(FakeDaemon.Request::line)
        .containsExactly(
            "GET /v1/registry/inspect?ref=r.io/a:1",
            "GET /v1/registry/tags?repository=r.io/a",
            "POST /v1/registry/copy?from=r.io/a:1&to=q.io/b:2");
  }

  @Test
  void anAgentIsPushedWithItsLocalToolsOnRequest() {
    Bench.Run run = bench.run("push", "--all", "r.io/guide:1");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("POST /v1/images/push?ref=r.io/guide:1&all=true");
    assertThat(bench.run("bin", "push", "--all", "r.io/sh:1").exit()).isEqualTo(2);
  }
}
