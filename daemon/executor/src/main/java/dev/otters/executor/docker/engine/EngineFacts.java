package dev.otters.executor.docker.engine;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.api.model.Version;
import com.github.dockerjava.api.model.VersionComponent;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Limitation;
import dev.otters.executor.Limitations;
import dev.otters.executor.Limits;
import dev.otters.oci.Platform;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The engine's description of itself and its machine.
 *
 * @param kind the program that answers
 * @param id the engine's id, which tells it from another engine at the same address
 * @param cpus the number of processors that a sandbox can have
 * @param rootless whether the engine's root is an ordinary user of the host
 * @param remapsUsers whether sandboxes have other user ids than the host unless asked not to
 */
public record EngineFacts(
    EngineKind kind,
    String id,
    String version,
    Platform platform,
    int cpus,
    boolean rootless,
    boolean remapsUsers,
    List<Limitation> limitations,
    List<String> warnings) {
  private static final String REMAPPED = "name=userns";
  private static final Limitation NOT_REMAPPED =
      new Limitation(
          Limitations.USER_REMAP,
          "Sandboxes do without the engine's userns-remap: they run as the host's user who owns the"
              + " agent's folders.");

  private static final String WITHOUT_CGROUPS =
      ": it is rootless, and this machine has cgroups of version 1, which ordinary users cannot"
          + " have";
  private static final Limitation NEW_USERS =
      new Limitation(
          Limitations.SECCOMP,
          "Podman's filter of kernel calls lets agents create user namespaces, unlike Docker's.");

  private static final ApiVersion NAMES_FIREWALL = new ApiVersion(1, 49);
  private static final Limitation CONNECTED =
      new Limitation(
          Limitations.BRIDGE_CONNECTS,
          "Agents in the bridge network reach each other: the engine sets no rules between them.");

  public EngineFacts {
    limitations = List.copyOf(limitations);
    warnings = List.copyOf(warnings);
  }

  public static EngineFacts read(DockerClient client) {
    Info info = EngineErrors.call("read the facts about the engine", () -> client.infoCmd().exec());
    Version version =
        EngineErrors.call("ask the engine for its version", () -> client.versionCmd().exec());
    EngineKind kind = EngineKind.of(version);
    List<String> security = Objects.requireNonNullElse(info.getSecurityOptions(), List.of());
    return new EngineFacts(
        kind,
        String.valueOf(info.getId()),
        version.getVersion() + (kind == EngineKind.PODMAN ? " (Podman)" : ""),
        new Platform("linux", String.valueOf(version.getArch())),
        Objects.requireNonNullElse(info.getNCPU(), 1),
        isRootless(info, security),
        has(security, REMAPPED),
        limitations(info, version, kind),
        warnings(info, version, kind));
  }

  /** Podman says it in a field of its own. */
  private static boolean isRootless(Info info, List<String> security) {
    return has(security, "name=rootless")
        || Boolean.TRUE.equals(info.getRawValues().get("Rootless"));
  }

  private static boolean has(List<String> options, String start) {
    return options.stream().anyMatch(option -> option.startsWith(start));
  }

  /**
   * Refuses limits that the operator chose and the engine cannot enforce.
   *
   * @throws ExecutorException UNSUPPORTED
   */
  public void refuse(Limits limits) {
    Limits standard = Limits.DEFAULT;
    refuse(Limitations.MEMORY, "--memory", limits.memoryBytes() != standard.memoryBytes());
    refuse(Limitations.CPUS, "--cpus", limits.cpus() != standard.cpus());
    refuse(Limitations.PIDS, "--pids", limits.pids() != standard.pids());
  }

  private void refuse(String name, String option, boolean asked) {
    Optional<Limitation> missing =
        limitations.stream().filter(found -> asked && found.name().equals(name)).findFirst();
    if (missing.isPresent()) {
      throw new ExecutorException(
          Reason.UNSUPPORTED,
          "the engine does not enforce " + option + ". " + missing.get().detail(),
          "Leave out " + option + ", or use another engine.");
    }
  }

  /** Returns the reason why the engine cannot run sandboxes; empty when it can. */
  static Optional<String> unusable(Info info) {
    if (!"linux".equals(info.getOsType())) {
      return Optional.of("it runs " + info.getOsType() + " containers, not Linux containers");
    }
    return "Docker Desktop".equals(info.getOperatingSystem())
        ? Optional.of(
            "Docker Desktop runs containers in a virtual machine that cannot reach sockets of this"
                + " one")
        : Optional.empty();
  }

  private static List<Limitation> limitations(Info info, Version version, EngineKind kind) {
    List<String> security = Objects.requireNonNullElse(info.getSecurityOptions(), List.of());
    List<Limitation> found = new ArrayList<>();
    if (!has(security, "name=seccomp") || has(security, "name=seccomp,profile=unconfined")) {
      found.add(new Limitation(Limitations.SECCOMP, "The engine does not filter kernel calls."));
    } else if (kind == EngineKind.PODMAN) {
      found.add(NEW_USERS);
    }
    if (has(security, REMAPPED)) {
      found.add(NOT_REMAPPED);
    }
    String why = limitsNothing(info, security) ? WITHOUT_CGROUPS : "";
    limit(found, Limitations.MEMORY, info.getMemoryLimit(), "memory", why);
    limit(found, Limitations.SWAP, info.getSwapLimit(), "swap", why);
    limit(found, Limitations.CPUS, info.getCpuCfsQuota(), "processor time", why);
    limit(found, Limitations.PIDS, info.getRawValues().get("PidsLimit"), "processes", why);
    if (!kind.separatesContainers() || lacksPacketRules(info, version)) {
      found.add(CONNECTED);
    }
    return found;
  }

  /** Returns whether the engine says that it sets no packet rules. Older engines do not say it. */
  private static boolean lacksPacketRules(Info info, Version version) {
    return ApiVersion.parse(String.valueOf(version.getApiVersion()))
            .filter(api -> api.compareTo(NAMES_FIREWALL) >= 0)
            .isPresent()
        && !info.getRawValues().containsKey("FirewallBackend");
  }

  /** Returns whether the engine ignores limits, though Podman says that it has them. */
  private static boolean limitsNothing(Info info, List<String> security) {
    return isRootless(info, security) && "1".equals(info.getRawValues().get("CgroupVersion"));
  }

  private static void limit(
      List<Limitation> found, String name, @Nullable Object supported, String what, String reason) {
    if (!Boolean.TRUE.equals(supported) || !reason.isEmpty()) {
      found.add(new Limitation(name, "The engine cannot limit " + what + reason + "."));
    }
  }

  private static List<String> warnings(Info info, Version version, EngineKind kind) {
    List<String> found = new ArrayList<>();
    component(version, "runc").flatMap(RuncVersion::warning).ifPresent(found::add);
    if (kind == EngineKind.DOCKER && component(version, "docker-init").isEmpty()) {
      found.add("The engine has no docker-init, which sandboxes need. Install the package tini.");
    }
    if (info.getRawValues().get("Warnings") instanceof List<?> own) {
      own.forEach(warning -> found.add("The engine says: " + warning));
    }
    return found;
  }

  private static Optional<String> component(Version version, String name) {
    List<VersionComponent> all = Objects.requireNonNullElse(version.getComponents(), List.of());
    return all.stream()
        .filter(component -> name.equals(component.getName()))
        .map(VersionComponent::getVersion)
        .filter(text -> text != null && !text.isBlank() && !text.equals("N/A"))
        .findFirst();
  }
}
