package dev.otters.agents.rows;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.resolve.Overrides;
import dev.otters.agents.image.DeclaredResources;
import dev.otters.egress.HostRule;
import dev.otters.executor.ImagePin;
import dev.otters.executor.Limits;
import dev.otters.executor.Network;
import dev.otters.executor.mounts.MountSpec;
import dev.otters.oci.Digest;
import dev.otters.oci.agent.AgentImage;
import dev.otters.protocol.SandboxModels;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.budget.BudgetSettings;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The definition of an agent: the operator's request, with every name pinned to a digest or path.
 *
 * @param runtime the image that is the sandbox's root filesystem
 * @param model {@code provider/model}
 * @param tools in the order of the Agentfile
 * @param env the values that the operator gave; may be secret
 * @param mounts in the order of the command line
 * @param labels the labels that the operator gave
 * @param configs the operator's values for CONFIG keys, written as in an Agentfile; null in rows of
 *     older releases
 * @param hosts the hosts that the operator allowed; null in rows of older releases
 */
public record AgentSpec(
    ImagePin image,
    ImagePin runtime,
    String model,
    List<Tool> tools,
    Map<String, String> env,
    List<AgentMount> mounts,
    Network network,
    Limits limits,
    Map<String, String> labels,
    RestartPolicy restart,
    @Nullable Map<String, String> configs,
    @Nullable List<String> hosts) {
  /** Copies the collections and keeps their order. */
  public AgentSpec {
    tools = List.copyOf(tools);
    env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    mounts = List.copyOf(mounts);
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    configs =
        configs == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(configs));
    hosts = hosts == null ? List.of() : List.copyOf(hosts);
  }

  /**
   * Returns the definition of an image with the operator's CONFIG values and the limits on its own.
   */
  public Agentfile definition(AgentImage of) {
    Map<String, String> own = new HashMap<>();
    of.agentfile().effectiveConfigs().forEach((key, value) -> own.put(key, value.text()));
    return Overrides.apply(of.agentfile(), BudgetSettings.replacing(own, given()));
  }

  /** Returns whether programs of the agent can ask models. */
  public boolean hasModelEndpoint(AgentImage of) {
    ConfigValue value = definition(of).effectiveConfigs().get(SandboxModels.CONFIG);
    return value != null && value.text().equals(SandboxModels.ON);
  }

  /** Returns the tools whose calls the operator must allow. */
  public Gate gate(AgentImage of) {
    Map<String, String> texts = new HashMap<>();
    Agentfile definition = definition(of);
    definition.effectiveConfigs().forEach((key, value) -> texts.put(key, value.text()));
    texts.put(Gate.VAULT_TOOLS, String.join(" ", DeclaredResources.apart(definition)));
    return Gate.of(texts);
  }

  /**
   * Returns the tools that share their image with a gated tool and are not gated. The image is
   * mounted as a whole, so the gated program would be there, too.
   */
  public List<String> loopholes(AgentImage of) {
    Gate gate = gate(of);
    Set<Digest> closed =
        tools.stream()
            .filter(tool -> gate.has(tool.name()))
            .map(tool -> tool.image().digest())
            .collect(Collectors.toSet());
    return sandboxTools(of).stream()
        .filter(tool -> closed.contains(tool.image().digest()))
        .map(Tool::name)
        .toList();
  }

  /** Returns the tools that are in the agent's own sandbox. */
  public List<Tool> sandboxTools(AgentImage of) {
    Gate gate = gate(of);
    return tools.stream().filter(tool -> !gate.has(tool.name())).toList();
  }

  /** Returns the operator's values for CONFIG keys; empty for none. */
  public Map<String, String> given() {
    return configs == null ? Map.of() : configs;
  }

  /** Returns the rules for the hosts that the agent may reach. */
  public List<HostRule> reach() {
    return hosts == null ? List.of() : hosts.stream().map(HostRule::parse).toList();
  }

  /** Returns the mounts as the operator asked for them, to check them again. */
  public List<MountSpec> mountSpecs() {
    return mounts.stream()
        .map(m -> new MountSpec(m.source(), m.target(), m.description(), m.readOnly()))
        .toList();
  }

  /** Returns the images that the agent needs. */
  public Stream<ImagePin> images() {
    return Stream.concat(Stream.of(image, runtime), tools.stream().map(Tool::image));
  }

  public AgentSpec withRuntime(ImagePin other) {
    return new AgentSpec(
        image, other, model, tools, env, mounts, network, limits, labels, restart, configs, hosts);
  }

  public AgentSpec with(RestartPolicy other) {
    return new AgentSpec(
        image, runtime, model, tools, env, mounts, network, limits, labels, other, configs, hosts);
  }

  public AgentSpec withModel(String other) {
    return new AgentSpec(
        image, runtime, other, tools, env, mounts, network, limits, labels, restart, configs,
        hosts);
  }

  /** Returns the definition with another image and its runtime, and the tools as before. */
  public AgentSpec withImage(ImagePin other, ImagePin itsRuntime) {
    return new AgentSpec(
        other,
        itsRuntime,
        model,
        tools,
        env,
        mounts,
        network,
        limits,
        labels,
        restart,
        configs,
        hosts);
  }

  public AgentSpec withTools(List<Tool> pins) {
    return new AgentSpec(
        image, runtime, model, pins, env, mounts, network, limits, labels, restart, configs, hosts);
  }

  public AgentSpec withMounts(List<AgentMount> checked) {
    return new AgentSpec(
        image, runtime, model, tools, env, checked, network, limits, labels, restart, configs,
        hosts);
  }

  /** Omits the values of the environment. */
  @Override
  public String toString() {
    return "AgentSpec[image=" + image + ", model=" + model + ", env=" + env.keySet() + "]";
  }
}
