package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agentfiles that ask for more than the profile of sandboxes gives. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Loosening {
  /** What a tool finds out about its rights. */
  private static final String LOOK =
      "run grep -E \"^(Cap...|NoNewPrivs|Seccomp):\" /proc/self/status;"
          + " for f in / /etc /opt /opt/bins /opt/bin-images /proc/sys/kernel /sys/fs/cgroup;"
          + " do touch $f/x 2>/dev/null && echo writes $f; done;"
          + " cut -d\" \" -f1,2,3,4 /proc/mounts | sort; cat /proc/net/route /proc/net/dev | wc -l;"
          + " ulimit -a; ls /dev";

  private Otters otters;

  /** Makes an empty home with the executor under test. */
  abstract Otters fresh() throws IOException;

  @BeforeAll
  void aPlainAgent() throws IOException {
    otters = fresh();
    otters.shellModel("shell");
    otters.run("run", context("plain-agent", "")).ok();
  }

  @AfterAll
  void clean() throws IOException {
    otters.close();
  }

  private String context(String name, String more) {
    Path context =
        otters.agentfile(
            name,
            """
            FROM scratch
            NAME %s
            MODEL scripted/shell
            BIN sh otters/tools/sh:latest "A shell."
            %s
            """
                .formatted(name, more));
    return context.toString();
  }

  /** Returns what a tool of the agent finds, without the names and numbers that each agent has. */
  private String look(String agent) {
    return otters
        .run("prompt", agent, LOOK)
        .ok()
        .replaceFirst("exit code 0, .*", "")
        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID")
        .replaceAll("(uid|gid|lowerdir|upperdir|workdir)=[^,\\s]*", "$1")
        .replace(agent, "AGENT");
  }

  @Test
  void aToolHasNoPowers() {
    assertThat(look("plain-agent"))
        .contains("CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1")
        .doesNotContain("writes ");
    assertThat(otters.run("prompt", "plain-agent", "run id -u; id -G").ok())
        .doesNotContain("\n0\n");
  }

  @Test
  void labelsChangeNoRight() {
    String labels =
        """
        LABEL io.openotters.network="bridge"
        LABEL io.openotters.privileged="true"
        LABEL io.openotters.user="0:0"
        LABEL com.docker.security-opt="seccomp=unconfined"
        """;
    otters.run("run", context("with-labels", labels)).ok();

    assertThat(look("with-labels")).isEqualTo(look("plain-agent"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CONFIG privileged=true",
        "CONFIG user=0",
        "CONFIG cap-add=ALL",
        "CONFIG memory=64g",
        "CONFIG pids=0",
        "CONFIG network=host",
        "ENV LD_PRELOAD=/workspace/evil.so",
        "ENV JAVA_TOOL_OPTIONS=-Dx=y",
        "ENV JDK_JAVA_OPTIONS=-Dx=y",
        "ENV DOCKER_HOST=unix:///run/docker.sock",
        "ENV OTTERS_HOME=/workspace",
        "LABEL io.openotters.home=other",
      })
  void aLineThatAsksForRightsIsRefusedOrChangesNone(String line) {
    String key = line.substring(line.indexOf(' ') + 1, line.indexOf('='));
    String name = "with-" + key.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "-");
    Run run = otters.run("run", context(name, line + " \"More.\""));

    if (run.code() == 0) {
      assertThat(look(name)).isEqualTo(look("plain-agent"));
    } else {
      assertThat(run.err()).contains(key);
      assertThat(otters.json("ps", "-a").toString()).doesNotContain(name);
    }
  }
}
