package dev.otters.agents.create;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.ConfigKeys;
import dev.otters.agentfile.Env;
import dev.otters.agentfile.LabelKeys;
import dev.otters.agentfile.Names;
import dev.otters.agentfile.Quoted;
import dev.otters.agentfile.Vault;
import dev.otters.agentfile.parser.Suggestions;
import dev.otters.agentfile.resolve.Wishes;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.Property;
import dev.otters.agents.image.DeclaredResources;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.setup.TurnConfig;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.executor.Limits;
import dev.otters.executor.Network;
import dev.otters.oci.agent.AgentImage;
import dev.otters.protocol.SandboxModels;
import dev.otters.sessions.approval.Gate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The requirements and wishes of an image. */
final class ImageNeeds {
  private final Agentfile agentfile;
  private final Wishes wishes;

  /** Reads the requirements of an image with the operator's CONFIG values. */
  ImageNeeds(Agentfile agentfile) {
    this.agentfile = agentfile;
    this.wishes = Wishes.of(agentfile.labels());
  }

  /** Checks a request as {@link #check(String, Map)} does. */
  void check(RunOptions options) {
    check(options.ref(), options.env());
  }

  /**
   * Checks that the operator gave everything that the image requires.
   *
   * @param env the values that the operator gave
   * @throws ApiException with everything that is missing, and how to provide it
   */
  void check(String ref, Map<String, String> env) {
    List<String> wrong = new ArrayList<>(new TurnConfig(agentfile).complaints());
    if (agentfile.inForce(Add.class).stream().anyMatch(add -> add.name().equals("bins"))) {
      wrong.add("ADD cannot make a file 'bins': the texts about tools are in /etc/data/bins");
    }
    agentfile
        .missingConfigs()
        .forEach(key -> wrong.add("CONFIG " + key + " must be given with --config " + key + "=…"));
    wishes.requiredEnv().stream()
        .filter(keys -> keys.stream().allMatch(key -> isMissing(key, env)))
        .forEach(
            keys ->
                wrong.add(
                    "ENV %s must be given with -e %s=…"
                        .formatted(String.join(" or ", keys), keys.getFirst())));
    List<String> bins = agentfile.inForce(Bin.class).stream().map(Bin::name).toList();
    gate().tools().stream()
        .filter(tool -> !bins.contains(tool) && !DeclaredResources.hasServer(agentfile, tool))
        .sorted()
        .forEach(tool -> wrong.add("the operator cannot be asked about " + tool + ": no such BIN"));
    DeclaredResources.servers(agentfile).stream()
        .filter(asked()::has)
        .forEach(
            bin ->
                wrong.add(
                    "the operator cannot be asked about "
                        + bin
                        + ", which serves a RESOURCE: name the RESOURCE"));
    bins.forEach(bin -> wrong.addAll(contradictions(bin)));
    DeclaredResources.complaints(agentfile)
        .forEach(it -> wrong.add("RESOURCE " + it.resource().name() + ": " + it.text()));
    if (!wrong.isEmpty()) {
      throw new ApiException(
          Problem.of(
              ErrorCode.INVALID_REQUEST,
              "the image " + ref + " cannot run with these settings: " + String.join("; ", wrong),
              "Correct the options of the command, or the Agentfile."));
    }
  }

  /** Returns the variables of a tool that several vaults set. */
  private List<String> contradictions(String bin) {
    Map<String, List<String>> names =
        Vault.of(agentfile, bin).stream()
            .collect(
                Collectors.groupingBy(
                    Vault::env, Collectors.mapping(Vault::name, Collectors.toList())));
    return names.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(
            entry ->
                "VAULT %s all set %s for %s"
                    .formatted(String.join(" and ", entry.getValue()), entry.getKey(), bin))
        .toList();
  }

  /**
   * Refuses a gated tool whose program is in the image of a tool that is not gated.
   *
   * @throws ApiException INVALID_REQUEST
   */
  static void checkGate(AgentSpec spec, AgentImage image) {
    List<String> loopholes = spec.loopholes(image);
    if (!loopholes.isEmpty()) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "the image of a gated tool is also the image of " + String.join(", ", loopholes),
          "Use images with one program each, or gate all tools of this image.");
    }
  }

  /**
   * Refuses an executor that cannot keep a tool from the agent, the model endpoint from others, or
   * its sessions from each other.
   *
   * @throws ApiException INVALID_REQUEST
   */
  void check(ExecutorKind executor) {
    if (executor == ExecutorKind.UNSANDBOXED && !gate().tools().isEmpty()) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "an agent without a sandbox can run every tool without asking",
          "Use another executor, or leave out --ask, CONFIG ask-tools, VAULT and bins of a"
              + " RESOURCE.");
    }
    if (executor == ExecutorKind.UNSANDBOXED
        && SandboxModels.isOn(new TurnConfig(agentfile).texts())) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "the model endpoint of an agent without a sandbox would serve all users of this machine",
          "Use another executor, or leave out --model-endpoint and CONFIG model-endpoint.");
    }
    if (executor == ExecutorKind.UNSANDBOXED
        && TurnConfig.SESSION.equals(
            new TurnConfig(agentfile).texts().get(ConfigKeys.WORKSPACE_SCOPE))) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "the sessions of an agent without a sandbox share all files and processes",
          "Use another executor, or leave out CONFIG workspace-scope.");
    }
  }

  /** Returns the gate of those tools that Agentfile and operator name. */
  private Gate asked() {
    Map<String, String> texts = new TurnConfig(agentfile).texts();
    texts.remove(Gate.VAULT_TOOLS);
    return Gate.of(texts);
  }

  private Gate gate() {
    return Gate.of(new TurnConfig(agentfile).texts());
  }

  /**
   * Notifies the operator of keys that resemble one of the runtime. Other keys are for the texts of
   * the image.
   *
   * @param configs the operator's CONFIG values
   */
  static void warnOfMisspelt(Map<String, ?> configs, Consumer<String> notice) {
    Set<String> known = Set.copyOf(ConfigKeys.all());
    configs.keySet().stream()
        .map(Names::kebab)
        .filter(key -> !known.contains(key))
        .forEach(
            key ->
                Suggestions.nearest(key, known)
                    .ifPresent(
                        near ->
                            notice.accept(
                                "CONFIG "
                                    + key
                                    + " is not one that the runtime knows; did you mean "
                                    + near
                                    + "?")));
  }

  /**
   * Returns the options with the limits and hosts that the image asks for, if the operator allows
   * them.
   *
   * @param notice receives the wishes that are not granted
   * @throws ApiException WISHES_UNANSWERED if the operator wants to be asked
   */
  RunOptions granted(RunOptions options, Consumer<String> notice) {
    agentfile.labels().forEach((key, value) -> complain(key, value, notice));
    missingMounts(options).forEach(notice);
    tell("its operator to approve calls of ", wishes.askTools(), notice);
    List<String> limits = limits(options.asked());
    Reach reach = reach(options.reach(), notice);
    if (!reach.equals(options.reach())) {
      List<String> hosts = new ArrayList<>(reach.hosts());
      hosts.removeAll(options.reach().hosts());
      limits.add("hosts " + String.join(" ", hosts));
    }
    if (limits.isEmpty()) {
      return options;
    }
    String wanted = "the image asks for " + String.join(", ", limits);
    return switch (options.declared()) {
      case ALLOW -> {
        notice.accept("granted as the image asks: " + String.join(", ", limits));
        yield options.granting(granted(options.limits(), options.asked()), reach);
      }
      case ASK ->
          throw ApiException.of(
              ErrorCode.WISHES_UNANSWERED,
              wanted,
              "Grant it with --allow-declared, or choose your own limits.");
      case IGNORE -> {
        notice.accept(wanted + ", which --allow-declared would grant");
        yield options;
      }
    };
  }

  /**
   * Returns the notices for missing mounts. They are no errors, since the agent can run without the
   * folders. A mount below or above a folder provides it, too.
   */
  private Stream<String> missingMounts(RunOptions options) {
    Set<String> mounted =
        options.mounts().stream()
            .map(mount -> Wishes.target(mount.target()))
            .collect(Collectors.toSet());
    return wishes.requiredMounts().stream()
        .filter(target -> mounted.stream().noneMatch(mount -> overlap(mount, target)))
        .map(
            target ->
                "the image asks for a folder at %1$s: provide one with -v YOUR-FOLDER:%1$s"
                    .formatted(target));
  }

  private static boolean overlap(String mount, String target) {
    Path one = Path.of(mount);
    Path other = Path.of(target);
    return one.startsWith(other) || other.startsWith(one);
  }

  private boolean isMissing(String key, Map<String, String> given) {
    return given.getOrDefault(key, "").isEmpty()
        && agentfile.inForce(Env.class).stream()
            .noneMatch(env -> env.key().equals(key) && !env.value().isEmpty());
  }

  private static void complain(String key, String value, Consumer<String> notice) {
    Wishes.complaintAbout(key, value)
        .ifPresent(
            why ->
                notice.accept(
                    "label " + key + " " + why + ", so " + Quoted.of(value) + " is ignored"));
  }

  private static void tell(String wish, List<String> of, Consumer<String> notice) {
    if (!of.isEmpty()) {
      notice.accept(
          "the image asks "
              + wish
              + String.join(", ", of)
              + ": this release cannot do that, and ignores it");
    }
  }

  /** Returns the hosts with those that the image asks for. What is no rule is left out. */
  private Reach reach(Reach given, Consumer<String> notice) {
    if (given.network() != Network.EGRESS || wishes.allowHosts().isEmpty()) {
      return given;
    }
    try {
      return given.plus(names(wishes.allowHosts(), notice));
    } catch (ApiException invalid) {
      notice.accept("label " + LabelKeys.ALLOW_HOSTS + " is ignored: " + invalid.problem().title());
      return given;
    }
  }

  /** Returns the names. What else there is needs the operator's own option. */
  private static List<String> names(List<String> rules, Consumer<String> notice) {
    List<String> names = new ArrayList<>();
    for (String rule : rules) {
      if (Reach.isForNames(rule)) {
        names.add(rule);
      } else {
        notice.accept(
            "the image asks for the host "
                + rule
                + ": allow it with --allow-host if you want that");
      }
    }
    return names;
  }

  /** Returns the wishes for limits that the operator did not set. */
  private List<String> limits(Set<Property> asked) {
    List<String> limits = new ArrayList<>();
    if (wishes.memory().isPresent() && !asked.contains(Property.MEMORY)) {
      limits.add("memory " + agentfile.labels().get(LabelKeys.MEMORY));
    }
    if (wishes.cpus().isPresent() && !asked.contains(Property.CPUS)) {
      limits.add("cpus " + agentfile.labels().get(LabelKeys.CPUS));
    }
    if (wishes.pids().isPresent() && !asked.contains(Property.PIDS)) {
      limits.add("pids " + agentfile.labels().get(LabelKeys.PIDS));
    }
    return limits;
  }

  private Limits granted(Limits standard, Set<Property> asked) {
    return new Limits(
        asked.contains(Property.MEMORY)
            ? standard.memoryBytes()
            : wishes.memory().orElse(standard.memoryBytes()),
        asked.contains(Property.CPUS) ? standard.cpus() : wishes.cpus().orElse(standard.cpus()),
        asked.contains(Property.PIDS) ? standard.pids() : wishes.pids().orElse(standard.pids()),
        standard.shmBytes());
  }
}
