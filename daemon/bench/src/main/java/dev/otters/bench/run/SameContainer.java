package dev.otters.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Builds the {@code docker run} command for a copy of an agent's container, with the same image,
 * mounts, limits and hardening.
 */
public final class SameContainer {
  private static final double NANO = 1e9;

  private SameContainer() {}

  /**
   * Returns the command.
   *
   * @param inspected the output of {@code docker inspect} for the agent's container
   * @param name the name of the new container
   * @param moved prefixes of bind sources to replace, each with the new prefix
   */
  public static List<String> command(JsonNode inspected, String name, Map<String, String> moved) {
    JsonNode host = inspected.get("HostConfig");
    JsonNode config = inspected.get("Config");
    List<String> command = new ArrayList<>(List.of("docker", "run", "--rm", "--init"));
    option(command, "--name", name);
    option(command, "--network", host.get("NetworkMode").asString());
    option(command, "--ipc", host.get("IpcMode").asString());
    option(command, "--cgroupns", host.get("CgroupnsMode").asString());
    option(command, "--pids-limit", host.get("PidsLimit").asString());
    option(command, "--memory", host.get("Memory").asString());
    option(command, "--memory-swap", host.get("MemorySwap").asString());
    option(command, "--cpus", Double.toString(host.get("NanoCpus").asLong() / NANO));
    option(command, "--shm-size", host.get("ShmSize").asString());
    option(command, "--user", config.get("User").asString());
    option(command, "--workdir", config.get("WorkingDir").asString());
    option(command, "--hostname", config.get("Hostname").asString());
    option(command, "--log-driver", host.at("/LogConfig/Type").asString());
    host.at("/LogConfig/Config")
        .properties()
        .forEach(e -> option(command, "--log-opt", e.getKey() + "=" + e.getValue().asString()));
    host.get("CapDrop").forEach(cap -> option(command, "--cap-drop", cap.asString()));
    host.get("SecurityOpt").forEach(value -> option(command, "--security-opt", value.asString()));
    host.get("Ulimits").forEach(limit -> option(command, "--ulimit", ulimit(limit)));
    if (host.get("ReadonlyRootfs").asBoolean()) {
      command.add("--read-only");
    }
    command.add("--no-healthcheck");
    config.get("Env").forEach(value -> option(command, "--env", value.asString()));
    host.get("Mounts").forEach(mount -> option(command, "--mount", mount(mount, moved)));
    List<String> words = new ArrayList<>();
    config.get("Entrypoint").forEach(word -> words.add(word.asString()));
    config.get("Cmd").forEach(word -> words.add(word.asString()));
    option(command, "--entrypoint", words.getFirst());
    command.add(config.get("Image").asString());
    command.addAll(words.subList(1, words.size()));
    return List.copyOf(command);
  }

  private static void option(List<String> command, String name, String value) {
    command.add(name);
    command.add(value);
  }

  private static String ulimit(JsonNode limit) {
    return limit.get("Name").asString()
        + "="
        + limit.get("Soft").asString()
        + ":"
        + limit.get("Hard").asString();
  }

  private static String mount(JsonNode mount, Map<String, String> moved) {
    String type = mount.get("Type").asString();
    String source = mount.get("Source").asString();
    for (Map.Entry<String, String> move : moved.entrySet()) {
      if (source.startsWith(move.getKey())) {
        source = move.getValue() + source.substring(move.getKey().length());
      }
    }
    String text =
        "type=" + type + ",source=" + source + ",target=" + mount.get("Target").asString();
    if (type.equals("bind")) {
      text += ",bind-propagation=" + mount.at("/BindOptions/Propagation").asString("rprivate");
      text += mount.path("ReadOnly").asBoolean(false) ? ",readonly" : "";
    }
    return text;
  }
}
