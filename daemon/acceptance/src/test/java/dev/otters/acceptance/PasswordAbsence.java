package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.ForwardProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Looks for the passwords of a registry and of a proxy wherever commands that needed both may have
 * left them.
 */
abstract class PasswordAbsence {
  private static final String HOST = "registry.test";
  private static final String GUIDE = HOST + "/private/guide:1";
  private static final String CHILD = HOST + "/private/child:1";
  private static final String SHELL = HOST + "/private/sh:1";
  private static final String USER = LoginRegistry.USER;
  private static final String WRONG = "canary-that-is-wrong";
  private static final String OF_PROXY = "canary-of-the-proxy";
  private static final String[] OF_REGISTRY =
      Traces.writingsOfLogins(USER, LoginRegistry.PASSWORD, WRONG);
  private static final String[] OF_BOTH =
      Traces.writingsOfLogins(USER, LoginRegistry.PASSWORD, WRONG, OF_PROXY);

  private final List<String> said = new ArrayList<>();
  private LoginRegistry registry;
  private ForwardProxy proxy;
  private Otters otters;
  private Path docker;

  abstract Otters fresh() throws IOException;

  /** Gives what is known of the sandboxes that run, one text for each. */
  abstract List<String> sandboxes(Otters otters);

  @BeforeEach
  void aDaemonBehindAProxyAndAUserWithALogin() throws IOException {
    registry = LoginRegistry.start();
    proxy = new ForwardProxy(Integer.parseInt(registry.address().replaceFirst(".*:", "")));
    proxy.wants(Traces.basic(USER, OF_PROXY));
    otters = fresh();
    docker = Files.createDirectory(otters.files().resolve("docker"));
    Traces.logEverything(otters);
    Otters.write(otters.home().resolve("ottersd.yaml"), "insecure-registries: [" + HOST + "]\n");
    Path nobody = Files.createDirectory(otters.files().resolve("nobody"));
    otters.with("DOCKER_CONFIG", nobody.toString());
    otters.with("HTTP_PROXY", "http://" + USER + ":" + OF_PROXY + "@" + proxy.host());
    otters.run("images").ok();
    otters.with("DOCKER_CONFIG", docker.toString()).without("HTTP_PROXY");
  }

  @AfterEach
  void close() throws IOException {
    otters.close();
    proxy.close();
    registry.close();
  }

  private void say(int code, String... arguments) {
    heard(otters.run(arguments), code);
  }

  private void login(String password, int code) {
    heard(otters.runWith(password, "login", HOST, "-u", USER, "--password-stdin"), code);
  }

  private void heard(Run run, int code) {
    assertThat(run.code()).as("%s", run).isEqualTo(code);
    said.add(run.out());
    said.add(run.err());
  }

  private String context(String name, String lines) {
    return otters.agentfile(name, lines + "\nNAME " + name + "\n").toString();
  }

  /** Leaves an agent and its tool in the registry only. */
  private void publish() {
    say(0, "bin", "tag", "otters/tools/sh:latest", SHELL);
    String lines = "FROM scratch\nMODEL scripted/guide\nBIN sh " + SHELL + " \"A shell.\"";
    say(0, "build", "-t", GUIDE, context("guide", lines));
    say(0, "push", GUIDE);
    say(0, "bin", "push", SHELL, "--output", "json");
    say(0, "rmi", GUIDE);
    say(0, "bin", "rm", SHELL);
  }

  private void use() {
    say(0, "build", "-t", CHILD, context("child", "FROM " + GUIDE));
    say(0, "run", "--name", "bob", GUIDE);
    say(0, "run", "--name", "eve", "--pull", "always", "--output", "json", GUIDE);
    say(0, "pull", "--all", "--output", "json", GUIDE);
    say(0, "image", "copy", GUIDE, HOST + "/copies/guide:1");
    say(0, "image", "tags", HOST + "/private/guide");
    say(0, "image", "inspect", "--remote", GUIDE);
    say(0, "inspect", "bob", "--output", "json");
  }

  private void fail() {
    String nothing = HOST + "/private/nothing:1";
    say(21, "pull", nothing);
    say(21, "pull", "--debug", "--output", "json", nothing);
    say(21, "run", nothing);
    proxy.wants(Traces.basic(USER, "another"));
    say(20, "pull", "--debug", nothing);
    say(20, "push", GUIDE);
    say(1, "doctor"); // No model is there.
    say(1, "doctor", "--output", "json");
  }

  @Test
  void passwordsThatWereUsedAreWhereTheyWerePutAndNowhereElse() throws Exception {
    login(WRONG, 22);
    login(LoginRegistry.PASSWORD, 0);
    publish();
    use();
    fail();
    for (String path : List.of("/v1/info", "/v1/doctor", "/v1/images", "/v1/agents/bob/logs")) {
      said.add(Traces.answer(otters, path));
    }
    said.addAll(sandboxes(otters));
    for (String password : List.of(LoginRegistry.PASSWORD, WRONG, OF_PROXY)) {
      assertThat(String.join("", proxy.heads())).contains(Traces.basic(USER, password));
    }

    assertThat(said).allSatisfy(text -> assertThat(text).doesNotContain(OF_BOTH));
    assertThat(Otters.read(Traces.log(otters))).contains("DEBUG dev.otters");
    assertThat(Trees.filesWith(otters.home(), OF_BOTH)).isEmpty();
    assertThat(Trees.filesWith(otters.files(), OF_BOTH))
        .as("files of the user: the one that login wrote, found by its base64")
        .containsExactly(docker.resolve("config.json"));
    assertThat(Traces.processesWith(otters, OF_REGISTRY)).isEmpty();
    assertThat(Traces.processesWith(otters, OF_BOTH))
        .as("the proxy's password comes to the daemon by its environment, and goes no further")
        .containsExactly(Path.of("/proc", String.valueOf(otters.daemon().pid()), "environ"));
  }
}
