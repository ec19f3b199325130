package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/**
 * The package managers of this machine in sandboxes, with and without leave to their registries.
 */
@Tag("bubblewrap")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PackageManagersTest {
  private static final List<String> HOSTS =
      List.of("pypi.org", "files.pythonhosted.org", "registry.npmjs.org", "proxy.golang.org");
  private static final String CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

  private static final String PROGRAM =
      """
      package main

      import (
      \t"fmt"
      \t"net/http"
      \t"os"
      )

      func main() {
      \tanswer, err := http.Get(os.Args[1])
      \tif err != nil {
      \t\tfmt.Println(err)
      \t\tos.Exit(1)
      \t}
      \tfmt.Println("status", answer.StatusCode)
      }
      """;

  private Otters otters;
  private Path programs;

  @BeforeAll
  void twoAgents() throws IOException {
    otters = Otters.freshWithBubblewrap();
    programs = Files.createDirectory(otters.files().resolve("programs"));
    otters.script("none", "rules:\n  - when: {user: \".*\"}\n    say: ok\n");
    otters.agentfile(
        "builder",
        """
        FROM scratch
        MODEL scripted/none
        BIN sh otters/tools/sh:latest "A shell."
        BIN python3 otters/tools/python3:latest "Runs Python."
        """);
    run("closed", List.of());
    run("open", registries());
  }

  @AfterAll
  void clean() throws IOException {
    otters.close();
  }

  /** Runs an agent that sees programs of this machine, and may reach hosts. */
  private void run(String name, List<String> hosts) {
    List<String> command = new ArrayList<>(List.of("run", "--name", name));
    command.addAll(List.of("-v", HostNode.MOUNT, "-v", CERTIFICATES + ":/certs.pem:ro"));
    command.addAll(List.of("-v", programs + ":/programs:ro"));
    hosts.forEach(host -> command.addAll(List.of("--allow-host", host)));
    command.add(otters.files().resolve("contexts/builder").toString());
    otters.run(command.toArray(String[]::new)).ok();
  }

  /** Returns the registries with their addresses: those of a mirror are seldom public. */
  private static List<String> registries() {
    return HOSTS.stream()
        .flatMap(host -> Stream.concat(Stream.of(host), addresses(host)))
        .distinct()
        .toList();
  }

  private static Stream<String> addresses(String host) {
    try {
      return Stream.of(InetAddress.getAllByName(host))
          .map(InetAddress::getHostAddress)
          .filter(address -> !address.contains(":"));
    } catch (UnknownHostException unreachable) {
      // The tests say that they cannot reach it.
      return Stream.of();
    }
  }

  /** Skips a test if a command of this machine fails, which needs the program and its registry. */
  private void needs(String... command) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("CGO_ENABLED", "0");
    assumeTrue(
        HostNode.has(command[0]),
        command[0] + " is not on this machine: it is not tried behind the egress proxy");
    Run run = Run.start(programs, environment, "", List.of(command)).await();
    assumeTrue(run.code() == 0, () -> "not tried behind the egress proxy: " + run);
  }

  private void assertWorksOnlyWithLeave(String host, String success, String... command) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "exec",
                "-e",
                "HOME=/tmp",
                "-e",
                "SSL_CERT_FILE=/certs.pem",
                "-e",
                "NODE_EXTRA_CA_CERTS=/certs.pem"));
    line.add("closed");
    line.addAll(List.of(command));
    Run refused = otters.run(line.toArray(String[]::new));
    assertThat(refused.code()).as(refused.toString()).isNotZero();
    assertThat(contacts("closed"))
        .allSatisfy(contact -> assertThat(contact.path("sent").asLong()).isZero())
        .anySatisfy(contact -> assertThat(contact.path("host").asString()).isEqualTo(host));

    line.set(line.indexOf("closed"), "open");
    assertThat(otters.run(line.toArray(String[]::new)).ok()).contains(success);
    Eventually.is(
        "bytes from " + host,
        () ->
            contacts("open")
                .valueStream()
                .filter(contact -> contact.path("host").asString().equals(host))
                .anyMatch(contact -> contact.path("received").asLong() > 0));
  }

  private JsonNode contacts(String agent) {
    return otters.json("egress", agent);
  }

  @Test
  void pipInstallsAPackage() throws IOException {
    needs("pip", "download", "-q", "--no-deps", "--no-cache-dir", "-d", ".", "pip");
    try (Stream<Path> files = Files.list(programs)) {
      Path wheel = files.filter(it -> it.toString().endsWith(".whl")).findFirst().orElseThrow();
      assertWorksOnlyWithLeave(
          "pypi.org",
          "Successfully installed six",
          "python3",
          "/programs/" + wheel.getFileName() + "/pip",
          "install",
          "--retries",
          "0",
          "--cert",
          "/certs.pem",
          "--target",
          "/workspace/python",
          "six");
    }
  }

  @Test
  void npmInstallsAPackage() {
    needs("npm", "view", "left-pad", "version");
    assertWorksOnlyWithLeave(
        "registry.npmjs.org",
        "added 1 package",
        "sh",
        "-c",
        HostNode.line(
            HostNode.NPM + " install --fetch-retries 0 --prefix /workspace/node left-pad"));
  }

  @Test
  void aProgramInGoGetsAnAnswer() {
    Otters.write(programs.resolve("get.go"), PROGRAM);
    needs("go", "build", "-o", "get", "get.go");
    assertWorksOnlyWithLeave(
        "proxy.golang.org",
        "status",
        "sh",
        "-c",
        "/programs/get https://proxy.golang.org/github.com/google/uuid/@v/list");
  }
}
