package dev.otters.agents.create;

import dev.otters.agentfile.Env;
import dev.otters.agentfile.ModelName;
import dev.otters.agentfile.Names;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.ExecutorSetting;
import dev.otters.agents.engine.Property;
import dev.otters.agents.image.PullPolicy;
import dev.otters.agents.rows.RestartPolicy;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.MountRequest;
import dev.otters.api.agent.RequestedSandbox;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.executor.BinMounts;
import dev.otters.executor.Limits;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.mounts.MountSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request to run an agent, checked as far as possible without its image.
 *
 * @param name the operator's choice; empty for the image's
 * @param model the operator's choice; empty for the image's
 * @param executor the operator's choice; empty for the daemon's
 * @param binMounts the operator's choice; empty for the daemon's
 * @param reach the network, and the hosts that the agent may reach
 * @param asked the properties that the operator asked for explicitly and must get
 * @param configs values for CONFIG keys, written as in an Agentfile
 * @param declared whether to grant the limits and hosts that the image asks for
 * @param replace whether to remove an agent of the same name first
 * @param user the operator's choice; empty for a user of the daemon's
 */
public record RunOptions(
    String ref,
    Optional<String> name,
    Optional<ModelName> model,
    Map<String, String> env,
    List<MountSpec> mounts,
    boolean allowSensitive,
    Reach reach,
    Limits limits,
    PullPolicy pull,
    Map<String, String> labels,
    RestartPolicy restart,
    Optional<ExecutorKind> executor,
    Optional<BinMounts> binMounts,
    Set<Property> asked,
    Map<String, String> configs,
    Declared declared,
    boolean replace,
    Optional<SandboxUser> user) {
  /** The least memory of an agent, in bytes: its runtime alone needs some 24 MiB. */
  private static final long AGENT_MEMORY = 32 << 20;

  /** The treatment of the limits and hosts that an image asks for. */
  enum Declared {
    /** Grant them. */
    ALLOW,
    /** Ask the operator first. */
    ASK,
    /** Notify the operator. */
    IGNORE
  }

  /**
   * Checks a request.
   *
   * @throws ApiException with all problems of the request
   */
  public static RunOptions of(RunRequest request) {
    return of(request, "otters run --help");
  }

  private static RunOptions of(RunRequest request, String help) {
    List<String> problems = new ArrayList<>();
    if (request.ref() == null || request.ref().isBlank()) {
      problems.add("the image reference is empty");
    }
    complain(problems, "name", request.name(), Names.complaintAbout(or(request.name(), "a")));
    complain(
        problems, "model", request.model(), ModelName.complaintAbout(or(request.model(), "a/a")));
    request
        .env()
        .keySet()
        .forEach(key -> complain(problems, "environment key", key, Env.complaintAboutKey(key)));
    request
        .config()
        .keySet()
        .forEach(
            key ->
                complain(problems, "CONFIG key", key, Names.complaintAboutKey(Names.kebab(key))));
    if (!problems.isEmpty()) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          String.join("; ", problems),
          "Correct the command, see '" + help + "'.");
    }
    return new RunOptions(
        request.ref(),
        Optional.ofNullable(request.name()),
        Optional.ofNullable(request.model()).map(ModelName::of),
        request.env(),
        request.mounts().stream()
            .map(m -> new MountSpec(m.source(), m.target(), or(m.description(), ""), m.readOnly()))
            .toList(),
        request.sandbox().allowSensitive(),
        Reach.of(request.sandbox().network(), request.sandbox().allowHosts()),
        limits(request),
        PullPolicy.parse(or(request.pull(), "missing")),
        request.labels(),
        request.restart() == null ? RestartPolicy.DEFAULT : RestartPolicy.parse(request.restart()),
        executor(request),
        Optional.ofNullable(request.sandbox().binMounts()).map(RunOptions::binMounts),
        asked(request),
        request.config(),
        declared(or(request.declared(), "ignore")),
        request.replace(),
        Optional.ofNullable(request.sandbox().user()).map(AgentUsers::parse));
  }

  /**
   * Checks a request to change an agent.
   *
   * @param image the image of the agent
   * @return the options; what the request leaves as it is has the default of a new agent
   */
  static RunOptions of(UpdateRequest request, String image) {
    return of(
        new RunRequest(
            image,
            null,
            request.model(),
            request.env(),
            request.mounts(),
            request.limits(),
            new RequestedSandbox(
                null, null, false, null, request.allowSensitive(), null, List.of()),
            null,
            request.labels(),
            request.restart(),
            request.config(),
            null,
            false,
            List.of()),
        "otters update --help");
  }

  /** Returns the same request with what the image asks for. */
  RunOptions granting(Limits other, Reach hosts) {
    return new RunOptions(
        ref,
        name,
        model,
        env,
        mounts,
        allowSensitive,
        hosts,
        other,
        pull,
        labels,
        restart,
        executor,
        binMounts,
        asked,
        configs,
        declared,
        replace,
        user);
  }

  private static Declared declared(String text) {
    return switch (text) {
      case "allow" -> Declared.ALLOW;
      case "ask" -> Declared.ASK;
      case "ignore" -> Declared.IGNORE;
      default ->
          throw ApiException.of(
              ErrorCode.INVALID_REQUEST,
              "'" + text + "' is not a valid answer to the wishes of an image",
              "Use allow, ask or ignore.");
    };
  }

  private static Optional<ExecutorKind> executor(RunRequest request) {
    Optional<ExecutorKind> named =
        Optional.ofNullable(request.sandbox().executor()).map(RunOptions::executor);
    if (!request.sandbox().unsandboxed()) {
      return named;
    }
    if (!named.equals(Optional.of(ExecutorKind.SYSTEM))) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "an agent without a sandbox must be requested explicitly",
          "Use --executor system --unsandboxed, or omit --unsandboxed.");
    }
    return Optional.of(ExecutorKind.UNSANDBOXED);
  }

  private static ExecutorKind executor(String text) {
    try {
      return ExecutorSetting.kind(text);
    } catch (IllegalArgumentException e) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST, "'" + text + "' is not an executor", "Use docker or system.");
    }
  }

  private static BinMounts binMounts(String text) {
    try {
      return BinMounts.of(text);
    } catch (IllegalArgumentException e) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "'" + text + "' is not a valid way to mount tools",
          "Use auto, image or bind.");
    }
  }

  private static Set<Property> asked(RunRequest request) {
    Set<Property> asked = EnumSet.noneOf(Property.class);
    add(asked, Property.MEMORY, request.limits().memory() != null);
    add(asked, Property.CPUS, request.limits().cpus() != null);
    add(asked, Property.PIDS, request.limits().pids() != null);
    add(asked, Property.SHM, request.limits().shmSize() != null);
    add(asked, Property.NO_NETWORK, "none".equals(request.sandbox().network()));
    boolean egress = "egress".equals(request.sandbox().network());
    add(asked, Property.EGRESS, egress || !request.sandbox().allowHosts().isEmpty());
    add(asked, Property.READ_ONLY, request.mounts().stream().anyMatch(MountRequest::readOnly));
    return Collections.unmodifiableSet(asked);
  }

  private static void add(Set<Property> asked, Property property, boolean given) {
    if (given) {
      asked.add(property);
    }
  }

  private static Limits limits(RunRequest request) {
    Limits standard = Limits.DEFAULT;
    return new Limits(
        or(request.limits().memory(), standard.memoryBytes()),
        or(request.limits().cpus(), standard.cpus()),
        or(request.limits().pids(), standard.pids()),
        or(request.limits().shmSize(), standard.shmBytes()));
  }

  /**
   * Returns the limits of an agent.
   *
   * @throws ApiException EXECUTOR_LIMIT if the operator gives less memory than a runtime needs
   */
  Limits agentLimits() {
    if (asked.contains(Property.MEMORY) && limits.memoryBytes() < AGENT_MEMORY) {
      throw ApiException.of(
          ErrorCode.EXECUTOR_LIMIT,
          "the limit memory is "
              + limits.memoryBytes()
              + " bytes, but an agent's runtime needs at least 32 MiB",
          "Use, for example, --memory 256m.");
    }
    return limits;
  }

  private static void complain(
      List<String> problems, String what, @Nullable String value, Optional<String> complaint) {
    complaint.ifPresent(text -> problems.add(what + " '" + value + "' " + text));
  }

  private static <T> T or(@Nullable T value, T fallback) {
    return value == null ? fallback : value;
  }

  /** Omits the values of the environment. */
  @Override
  public String toString() {
    return "RunOptions[ref=" + ref + ", name=" + name + ", env=" + env.keySet() + "]";
  }
}
