package dev.otters.agents.setup;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Capability;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentMount;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.Tool;
import dev.otters.executor.ImagePin;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.agent.DataFile;
import dev.otters.sessions.approval.Gate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/**
 * Writes {@code /etc/agent.yaml}, which describes an agent to its runtime and tools. Contains no
 * values of ENV and no secrets, and host paths only if the agent has no sandbox.
 */
public final class AgentYaml {
  private AgentYaml() {}

  static String of(Agent agent, AgentImage image, AgentPaths paths) {
    Agentfile agentfile = agent.spec().definition(image);
    Map<String, Object> yaml = new LinkedHashMap<>();
    yaml.put("id", agent.id().toString());
    yaml.put("name", agent.name());
    yaml.put("model", agent.spec().model());
    yaml.put("workspace", paths.of("/workspace"));
    yaml.put("image", pin(agent.spec().image()));
    yaml.put("runtime", pin(agent.spec().runtime()));
    yaml.put("configs", configs(agentfile));
    yaml.put("capabilities", agentfile.capabilities().stream().map(AgentYaml::capability).toList());
    yaml.put("envs", envs(agent, agentfile));
    yaml.put("mounts", agent.spec().mounts().stream().map(m -> mount(m, paths)).toList());
    yaml.put(
        "context",
        image.contexts().stream()
            .map(context -> paths.of("/etc/context/" + context.name() + ".md"))
            .toList());
    yaml.put("skills", image.skills().stream().map(skill -> skill(skill, paths)).toList());
    yaml.put("tools", tools(agent.spec(), image, paths));
    return new Yaml(style()).dump(yaml);
  }

  private static DumperOptions style() {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    options.setIndicatorIndent(2);
    options.setIndentWithIndicator(true);
    options.setSplitLines(false);
    return options;
  }

  private static Map<String, Object> pin(ImagePin pin) {
    return ordered("ref", pin.ref(), "digest", pin.digest().toString());
  }

  private static Map<String, Object> configs(Agentfile agentfile) {
    Map<String, Object> values = new LinkedHashMap<>();
    agentfile.effectiveConfigs().forEach((key, value) -> values.put(key, value.plain()));
    return values;
  }

  private static Map<String, Object> capability(Capability capability) {
    return ordered("name", capability.kebabName(), "description", capability.description());
  }

  private static List<Map<String, Object>> envs(Agent agent, Agentfile agentfile) {
    return AgentSetups.envs(agent, agentfile).stream()
        .map(env -> ordered("key", env.key(), "description", env.description()))
        .toList();
  }

  private static Map<String, Object> mount(AgentMount mount, AgentPaths paths) {
    return ordered(
        "target",
        paths.of(mount.target()),
        "description",
        mount.description(),
        "read_only",
        mount.readOnly());
  }

  private static Map<String, Object> skill(DataFile skill, AgentPaths paths) {
    return ordered(
        "name", skill.name(), "description", skill.description(), "folder", paths.skill(skill));
  }

  private static List<Map<String, Object>> tools(
      AgentSpec spec, AgentImage image, AgentPaths paths) {
    Gate gate = spec.gate(image);
    return spec.tools().stream().map(tool -> tool(tool, gate.has(tool.name()), paths)).toList();
  }

  /** Describes a tool. A gated one has no path in the sandbox. */
  private static Map<String, Object> tool(Tool tool, boolean gated, AgentPaths paths) {
    Map<String, Object> yaml = new LinkedHashMap<>();
    yaml.put("name", tool.name());
    yaml.put("description", tool.description());
    if (gated) {
      yaml.put("gated", true);
    } else {
      yaml.put("binary", paths.binary(tool));
    }
    yaml.put("ref", tool.image().ref());
    yaml.put("digest", tool.image().digest().toString());
    yaml.put("usage", paths.usage(tool));
    return yaml;
  }

  private static Map<String, Object> ordered(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i].toString(), keysAndValues[i + 1]);
    }
    return map;
  }
}
