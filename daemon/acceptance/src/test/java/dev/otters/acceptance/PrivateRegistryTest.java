package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A registry that wants a login, a user who has one, and a daemon that has none. */
@Tag("bubblewrap")
class PrivateRegistryTest {
  private LoginRegistry registry;
  private Otters otters;
  private Path user;

  @BeforeEach
  void aDaemonInAnotherEnvironment() throws IOException {
    registry = LoginRegistry.start();
    otters = Otters.freshWithBubblewrap();
    user = otters.files().resolve("user");
    Path nobody = Files.createDirectory(otters.files().resolve("nobody"));
    otters.with("HOME", nobody.toString()).with("DOCKER_CONFIG", nobody.toString());
    otters.run("images").ok();
    otters.with("HOME", user.toString()).without("DOCKER_CONFIG");
    publish();
  }

  @AfterEach
  void close() throws IOException {
    otters.close();
    registry.close();
  }

  private String at(String name) {
    return registry.address() + "/private/" + name;
  }

  private void login() {
    otters
        .runWith(
            LoginRegistry.PASSWORD + "\n",
            "login",
            registry.address(),
            "-u",
            LoginRegistry.USER,
            "--password-stdin")
        .ok();
  }

  /** Pushes an agent whose tool is private, too, and leaves neither here, nor a login. */
  private void publish() {
    login();
    String agentfile =
        "FROM scratch\nNAME guide\nMODEL scripted/guide\nBIN sh " + at("sh:1") + " \"A shell.\"\n";
    otters.run("build", "-t", at("guide:1"), otters.agentfile("guide", agentfile).toString()).ok();
    otters.run("bin", "tag", "otters/tools/sh:latest", at("sh:1")).ok();
    otters.run("push", at("guide:1")).ok();
    otters.run("bin", "push", at("sh:1")).ok();
    otters.run("rmi", at("guide:1")).ok();
    otters.run("bin", "rm", at("sh:1")).ok();
    otters.run("logout", registry.address()).ok();
  }

  @Test
  void whoIsLoggedInRunsAndBuildsWhatIsPrivateAndTheDaemonKeepsNothing() throws IOException {
    assertThat(otters.run("run", at("guide:1")).failed(22))
        .contains("otters login " + registry.address());

    login();
    otters.run("run", "--name", "bob", at("guide:1")).ok();
    String child = "FROM " + at("guide:2") + "\nNAME child\n";
    Path context = otters.agentfile("child", child);
    otters.run("image", "copy", at("guide:1"), at("guide:2")).ok();
    otters.run("build", context.toString()).ok();

    assertThat(Trees.filesWith(otters.home(), LoginRegistry.PASSWORD)).isEmpty();
    assertThat(otters.files().resolve("nobody")).isEmptyDirectory();
  }

  @Test
  void anAgentStartsAgainWithoutAnyLoginAndWithoutItsNames() {
    login();
    otters.run("run", "--name", "bob", at("guide:1")).ok();
    otters.run("logout", registry.address()).ok();
    otters.run("rmi", "-f", at("guide:1")).ok();
    otters.run("bin", "rm", "-f", at("sh:1")).ok();
    otters.run("image", "prune", "-a").ok();
    otters.run("stop", "bob").ok();
    otters.run("start", "bob").ok();
    assertThat(otters.inspect("bob").get("status").asString()).isEqualTo("ready");
  }

  @Test
  void anAgentWhoseImageIsLostSaysWhichCommandOfAUserWithALoginGetsItBack() throws IOException {
    login();
    otters.run("run", "--name", "bob", at("guide:1")).ok();
    otters.run("stop", "bob").ok();
    String digest = otters.inspect("bob").get("image").get("digest").asString();
    Files.delete(otters.home().resolve("registry/blobs").resolve(digest.replace(':', '/')));
    String command = "otters pull " + at("guide") + "@" + digest;
    assertThat(otters.run("start", "bob").failed(3)).contains(command);
    otters.shell(command).ok();
    otters.run("start", "bob").ok();
  }
}
