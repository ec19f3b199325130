package dev.otters.agents.create;

import dev.otters.agentfile.ConfigKeys;
import dev.otters.agentfile.ModelName;
import dev.otters.agentfile.resolve.Overrides;
import dev.otters.agentfile.resolve.Wishes;
import dev.otters.agents.engine.Property;
import dev.otters.agents.rows.AgentMount;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.egress.HostRule;
import dev.otters.executor.Limits;
import dev.otters.executor.Network;
import dev.otters.executor.mounts.MountSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The change of a definition that an operator asks for.
 *
 * @param name the name of the agent
 * @param present the definition before
 */
record SpecChange(String name, AgentSpec present, UpdateRequest request, RunOptions options) {
  static SpecChange of(String name, AgentSpec present, UpdateRequest request) {
    return new SpecChange(name, present, request, RunOptions.of(request, present.image().ref()));
  }

  /** Returns whether the sandbox must be another one after a change. */
  static boolean needsSandbox(AgentSpec before, AgentSpec after) {
    return !shape(before).equals(shape(after));
  }

  /** Returns what a sandbox and its runtime are given at their start. */
  private static List<Object> shape(AgentSpec spec) {
    return List.of(
        spec.images().toList(),
        spec.tools(),
        spec.env(),
        spec.mounts(),
        spec.limits(),
        spec.network(),
        spec.reach(),
        Overrides.texts(spec.given()).getOrDefault(ConfigKeys.ASK_TOOLS, "none"),
        Overrides.texts(spec.given()).getOrDefault(ConfigKeys.ASK_ALSO, ""),
        Overrides.texts(spec.given()).getOrDefault(ConfigKeys.MODEL_ENDPOINT, ""),
        Overrides.texts(spec.given()).getOrDefault(ConfigKeys.MAX_PARALLEL_TURNS, ""));
  }

  /** Returns the CONFIG values of a request as text, by their keys in the usual spelling. */
  static Map<String, String> texts(UpdateRequest request) {
    return Overrides.texts(request.config());
  }

  boolean hasMounts() {
    return !options.mounts().isEmpty() || !request.mountsRemove().isEmpty();
  }

  /**
   * Returns the definition after the change, with the mounts as before.
   *
   * @throws ApiException INVALID_REQUEST with all contradictions, and what is not there to remove
   */
  AgentSpec applied() {
    List<String> problems = new ArrayList<>();
    Map<String, String> env =
        merged(problems, "-e", present.env(), options.env(), request.envRemove());
    Map<String, String> labels =
        merged(problems, "--label", present.labels(), options.labels(), request.labelsRemove());
    mounts(problems);
    Reach reach = reach(problems);
    if (!problems.isEmpty()) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "agent " + name + " cannot be changed: " + String.join("; ", problems),
          "Show what it has with 'otters inspect " + name + "'.");
    }
    return new AgentSpec(
        present.image(),
        present.runtime(),
        options.model().map(ModelName::toString).orElse(present.model()),
        present.tools(),
        env,
        present.mounts(),
        reach.network(),
        limits(),
        labels,
        request.restart() == null ? present.restart() : options.restart(),
        configs(),
        reach.hosts());
  }

  /** Returns the hosts after the change. An agent without a network gets the one with a proxy. */
  private Reach reach(List<String> problems) {
    List<String> before = present.reach().stream().map(HostRule::toString).toList();
    boolean closed = present.network() == Network.NONE && !request.hosts().allowHosts().isEmpty();
    return new Reach(closed ? Network.EGRESS : present.network(), before)
        .minus(request.hosts().allowHostsRemove(), problems)
        .plus(request.hosts().allowHosts());
  }

  private static Map<String, String> merged(
      List<String> problems,
      String option,
      Map<String, String> before,
      Map<String, String> added,
      List<String> removed) {
    Map<String, String> after = new LinkedHashMap<>(before);
    for (String key : removed) {
      if (added.containsKey(key)) {
        problems.add(option + " and " + remover(option) + " both name '" + key + "'");
      } else if (after.remove(key) == null) {
        problems.add(remover(option) + " '" + key + "': the operator gave it none");
      }
    }
    after.putAll(added);
    return after;
  }

  private static String remover(String option) {
    return (option.equals("-e") ? "--env" : option) + "-rm";
  }

  /** Returns the mounts after the change, in the order of their addition. */
  List<MountSpec> mounts() {
    return mounts(new ArrayList<>());
  }

  private List<MountSpec> mounts(List<String> problems) {
    Map<String, MountSpec> after = new LinkedHashMap<>();
    present.mounts().forEach(mount -> after.put(mount.target(), spec(mount)));
    Map<String, MountSpec> added =
        options.mounts().stream()
            .collect(
                Collectors.toMap(
                    mount -> Wishes.target(mount.target()),
                    Function.identity(),
                    (first, _) -> first,
                    LinkedHashMap::new));
    for (String target : request.mountsRemove().stream().map(Wishes::target).toList()) {
      if (added.containsKey(target)) {
        problems.add("-v and --mount-rm both name '" + target + "'");
      } else if (after.remove(target) == null) {
        problems.add("--mount-rm '" + target + "': there is no such mount");
      }
    }
    added.keySet().forEach(after::remove);
    return Stream.concat(after.values().stream(), options.mounts().stream()).toList();
  }

  private static MountSpec spec(AgentMount mount) {
    return new MountSpec(mount.source(), mount.target(), mount.description(), mount.readOnly());
  }

  private Limits limits() {
    Limits before = present.limits();
    Limits wanted = options.agentLimits();
    return new Limits(
        options.asked().contains(Property.MEMORY) ? wanted.memoryBytes() : before.memoryBytes(),
        options.asked().contains(Property.CPUS) ? wanted.cpus() : before.cpus(),
        options.asked().contains(Property.PIDS) ? wanted.pids() : before.pids(),
        options.asked().contains(Property.SHM) ? wanted.shmBytes() : before.shmBytes());
  }

  /** Returns the operator's values. A key may have been given in another spelling before. */
  private Map<String, String> configs() {
    Map<String, String> after = new LinkedHashMap<>(present.given());
    Map<String, String> texts = Overrides.texts(options.configs());
    after.keySet().removeIf(key -> texts.containsKey(key.replace('_', '-')));
    options.configs().forEach((key, value) -> after.put(key, Objects.requireNonNull(value)));
    return after;
  }
}
