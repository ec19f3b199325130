package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.BuildImageResultCallback;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.HostConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.testcontainers.DockerClientFactory;

/** The shipped tools, in the sandbox of an agent and in a root that holds only their own image. */
@Tag("docker")
class ShippedToolsTest {
  private static final Path IMAGES = Distribution.root().resolve("images/build/work/tools/tools");

  @AutoClose private static Otters otters;

  @BeforeAll
  static void anAgentWithAllTools() throws IOException {
    otters = Otters.fresh();
    otters.shellModel("tools");
    Path context =
        otters.agentfile(
            "worker",
            """
            FROM scratch
            NAME worker
            MODEL scripted/tools
            BIN sh otters/tools/sh
            BIN jq otters/tools/jq
            BIN yq otters/tools/yq
            BIN find-text otters/tools/rg
            BIN sqlite3 otters/tools/sqlite3
            BIN git otters/tools/git
            BIN curl otters/tools/curl
            BIN python3 otters/tools/python3
            """);
    Path source = Files.createDirectory(otters.files().resolve("source"));
    Files.writeString(source.resolve("fruit.txt"), "apple\npear\n");
    otters
        .shell(
            "cd source && git init -q && git add . && "
                + "git -c user.name=a -c user.email=b commit -qm Begin")
        .ok();
    otters.run("run", context.toString(), "-v", source + ":/workspace/src:Source:ro").ok();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "echo '{\"a\": [1, 42]}' | jq .a[1] # 42",
        "echo 'a: [1, 42]' | yq .a[1] # 42",
        "python3 -c 'import sqlite3, ssl, json; print(6 * 7)' # 42",
        "find-text -n ea /workspace/src # /workspace/src/fruit.txt:2:pear",
        "sqlite3 :memory: 'SELECT 6 * 7' # 42",
        "git -C /workspace/src log # Begin",
        "git clone -q https://127.0.0.1:1/x # Failed to connect to 127.0.0.1 port 1",
        "curl -sSv https://127.0.0.1:1 2>&1 # Failed to connect to 127.0.0.1 port 1",
      })
  void everyToolRunsInTheSandboxOfAnAgent(String command, String expected) {
    assertThat(otters.run("prompt", "worker", "run " + command).ok()).contains(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "sh # /sh # -c # echo 42 # 42",
        "jq # /jq # -n # 6 * 7 # 42",
        "rg # /rg # -o # ripgrep # ripgrep",
        "sqlite3 # /sqlite3 # :memory: # SELECT 6 * 7 # 42",
        "curl # /curl # -sS # file:///licenses/curl # Daniel Stenberg",
        "git # /git # --no-pager # --version # git version",
        "python3 # /python3 # -c # import ssl, sqlite3; print(6 * 7) # 42",
        "python3 yq # /yq # -n # 6 * 7 # 42",
      })
  void everyToolRunsInAnEmptyRoot(
      String layers, String program, String first, String second, String expected)
      throws Exception {
    String output = inEmptyRoot(List.of(layers.split(" ", -1)), List.of(program, first, second));

    assertThat(output).contains(expected);
  }

  /** Runs a command in a container whose root holds only layers of tools. */
  private static String inEmptyRoot(List<String> layers, List<String> command) throws Exception {
    DockerClient docker = DockerClientFactory.instance().client();
    Otters.write(otters.files().resolve("empty/Dockerfile"), "FROM scratch\nCOPY . /\n");
    List<String> tar = new ArrayList<>(List.of("tar", "-c"));
    tar.addAll(List.of("-C", otters.files().resolve("empty").toString(), "."));
    layers.forEach(layer -> tar.addAll(List.of("-C", IMAGES.resolve(layer).toString(), ".")));
    String image;
    try (InputStream root = new ProcessBuilder(tar).start().getInputStream()) {
      image = docker.buildImageCmd(root).exec(new BuildImageResultCallback()).awaitImageId();
    }
    String container =
        docker
            .createContainerCmd(image)
            .withCmd(command)
            .withHostConfig(HostConfig.newHostConfig().withNetworkMode("none"))
            .exec()
            .getId();
    try {
      docker.startContainerCmd(container).exec();
      StringBuilder output = new StringBuilder();
      docker
          .logContainerCmd(container)
          .withStdOut(true)
          .withStdErr(true)
          .withFollowStream(true)
          .exec(
              new ResultCallback.Adapter<Frame>() {
                @Override
                public void onNext(Frame frame) {
                  output.append(new String(frame.getPayload(), StandardCharsets.UTF_8));
                }
              })
          .awaitCompletion();
      return output.toString();
    } finally {
      docker.removeContainerCmd(container).withForce(true).exec();
      docker.removeImageCmd(image).withForce(true).exec();
    }
  }
}
