package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.FaultProxy;
import dev.otters.oci.FaultProxy.Fault;
import dev.otters.oci.FaultProxy.Half;
import dev.otters.oci.FaultProxy.Kind;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent whose image and tool came from a registry once runs again when nobody answers there. */
abstract class WarmRun {
  private static final int LASTING = 1000;

  private LoginRegistry registry;
  private FaultProxy way;
  private Otters otters;
  private String guide;

  abstract Otters fresh() throws IOException;

  @BeforeEach
  void anAgentThatOnlyTheRegistryHas() throws IOException {
    registry = LoginRegistry.start();
    way = FaultProxy.ofBytes(Integer.parseInt(registry.address().replaceFirst(".*:", "")));
    otters = fresh();
    otters.script("guide", "rules:\n  - say: \"Here I am.\"\n");
    guide = way.host() + "/agents/guide:1";
    String shell = way.host() + "/tools/sh:1";
    otters
        .runWith(
            LoginRegistry.PASSWORD,
            "login",
            way.host(),
            "-u",
            LoginRegistry.USER,
            "--password-stdin")
        .ok();
    otters.run("tag", "otters/tools/sh:latest", shell).ok();
    String context =
        otters
            .agentfile(
                "guide",
                "FROM scratch\nNAME guide\nMODEL scripted/guide\nBIN sh %s \"A shell.\"\n"
                    .formatted(shell))
            .toString();
    otters.run("build", "-t", guide, context).ok();
    for (String image : new String[] {shell, guide}) {
      otters.run("push", image).ok();
      otters.run("rmi", image).ok();
    }
    assertThat(otters.run("images").ok()).doesNotContain(way.host());
  }

  @AfterEach
  void close() throws IOException {
    otters.close();
    way.close();
    registry.close();
  }

  @Test
  void whatIsHereIsRunWithoutTheNetworkAndWhoWantsTheNewestIsToldThatNobodyAnswers() {
    // Connections are kept; those of the pushes are not to serve the run.
    way.hangUp();
    int before = way.requests().size();
    otters.run("run", "--name", "cold", guide).ok();
    int connections = way.requests().size();
    assertThat(connections).as("connections of the first run").isGreaterThan(before);
    way.hangUp();
    way.arm(new Fault(Kind.REFUSE, Half.ANSWER, "", 0), LASTING);

    otters.run("run", "--name", "warm", guide).ok();
    otters.run("run", "--name", "never", "--pull", "never", guide).ok();
    assertThat(otters.run("prompt", "warm", "Are you there?").ok()).contains("Here I am.");
    assertThat(otters.run("image", "inspect", guide).ok()).contains("guide");
    otters.killDaemon();
    otters.run("run", "--name", "later", guide).ok();
    assertThat(way.requests()).as("connections of all later runs").hasSize(connections);

    String refused = otters.run("run", "--name", "newest", "--pull", "always", guide).failed(20);
    assertThat(refused)
        .contains("registry " + way.host() + " does not answer")
        .contains("Check that the registry is running");
    assertThat(way.requests()).hasSizeGreaterThan(connections);
    assertThat(otters.json("ps", "-a").toString()).doesNotContain("newest");
    assertThat(otters.run("image", "fsck").ok()).contains("no damage");

    way.heal();
    otters.run("run", "--name", "newest", "--pull", "always", guide).ok();
  }
}
