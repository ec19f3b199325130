package dev.otters.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SameContainerTest {
  private static final JsonNode INSPECTED =
      new JsonMapper()
          .readTree(
              """
              {"HostConfig": {"NetworkMode": "none", "IpcMode": "private", "CgroupnsMode": "private",
                "PidsLimit": 512, "Memory": 1073741824, "MemorySwap": 1073741824, "NanoCpus": 1500000000,
                "ShmSize": 67108864, "ReadonlyRootfs": true,
                "LogConfig": {"Type": "local", "Config": {"max-size": "10m"}},
                "CapDrop": ["ALL"], "SecurityOpt": ["no-new-privileges:true"],
                "Ulimits": [{"Name": "core", "Soft": 0, "Hard": 0}],
                "Mounts": [
                  {"Type": "bind", "Source": "/home/a/agents/1/workspace", "Target": "/workspace"},
                  {"Type": "bind", "Source": "/home/a/run/1", "Target": "/run/otters", "ReadOnly": true},
                  {"Type": "image", "Source": "bin:1", "Target": "/opt/bin-images/sh", "ReadOnly": true}]},
               "Config": {"User": "7:7", "WorkingDir": "/", "Hostname": "bob", "Image": "runtime:1",
                "Env": ["A=b c"], "Entrypoint": ["/bin/runtime", "@args"], "Cmd": ["more"]}}
              """);

  private static List<String> command() {
    return SameContainer.command(
        INSPECTED, "copy", Map.of("/home/a/agents/1", "/tmp/root", "/home/a/run/1", "/tmp/s"));
  }

  private static List<String> values(String option) {
    List<String> command = command();
    return java.util.stream.IntStream.range(0, command.size() - 1)
        .filter(i -> command.get(i).equals(option))
        .mapToObj(i -> command.get(i + 1))
        .toList();
  }

  @Test
  void limitsAndHardeningAreTheSame() {
    assertThat(command()).startsWith("docker", "run", "--rm", "--init").contains("--read-only");
    assertThat(values("--network")).containsExactly("none");
    assertThat(values("--cpus")).containsExactly("1.5");
    assertThat(values("--memory")).containsExactly("1073741824");
    assertThat(values("--cap-drop")).containsExactly("ALL");
    assertThat(values("--security-opt")).containsExactly("no-new-privileges:true");
    assertThat(values("--ulimit")).containsExactly("core=0:0");
    assertThat(values("--log-opt")).containsExactly("max-size=10m");
    assertThat(values("--user")).containsExactly("7:7");
    assertThat(values("--env")).containsExactly("A=b c");
  }

  @Test
  void mountsAreTheSameInFoldersOfTheBench() {
    assertThat(values("--mount"))
        .containsExactly(
            "type=bind,source=/tmp/root/workspace,target=/workspace,bind-propagation=rprivate",
            "type=bind,source=/tmp/s,target=/run/otters,bind-propagation=rprivate,readonly",
            "type=image,source=bin:1,target=/opt/bin-images/sh");
  }

  @Test
  void theProgramIsTheSame() {
    assertThat(values("--entrypoint")).containsExactly("/bin/runtime");
    assertThat(command()).endsWith("runtime:1", "@args", "more");
  }
}
