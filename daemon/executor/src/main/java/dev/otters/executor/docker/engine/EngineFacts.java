package dev.otters.executor.docker.engine;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.api.model.Version;
import com.github.dockerjava.api.model.VersionComponent;
import dev.otters.executor.Limitation;
import dev.otters.executor.Limitations;
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

  public EngineFacts {
    limitations = List.copyOf(limitations);
    warnings = List.copyOf(warnings);
  }

  public static EngineFacts read(DockerClient client) {
    Info info = EngineErrors.call("read the facts about the engine", () -> client.infoCmd().exec());
    Version version =
        EngineErrors.call("ask the engine for its version", () -> client.versionCmd().exec());
    List<String> security = Objects.requireNonNullElse(info.getSecurityOptions(), List.of());
    return new EngineFacts(
        EngineKind.of(version),
        String.valueOf(info.getId()),
        String.valueOf(version.getVersion()),
        new Platform("linux", String.valueOf(version.getArch())),
        Objects.requireNonNullElse(info.getNCPU(), 1),
        has(security, "name=rootless"),
        has(security, REMAPPED),
        limitations(info, security),
        warnings(info, version));
  }

  private static boolean has(List<String> options, String start) {
    return options.stream().anyMatch(option -> option.startsWith(start));
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

  private static List<Limitation> limitations(Info info, List<String> security) {
    List<Limitation> found = new ArrayList<>();
    if (!has(security, "name=seccomp") || has(security, "name=seccomp,profile=unconfined")) {
      found.add(new Limitation(Limitations.SECCOMP, "The engine does not filter kernel calls."));
    }
    if (has(security, REMAPPED)) {
      found.add(NOT_REMAPPED);
    }
    limit(found, Limitations.MEMORY, info.getMemoryLimit(), "memory");
    limit(found, Limitations.SWAP, info.getSwapLimit(), "swap");
    limit(found, Limitations.CPUS, info.getCpuCfsQuota(), "processor time");
    limit(found, Limitations.PIDS, info.getRawValues().get("PidsLimit"), "processes");
    return found;
  }

  private static void limit(
      List<Limitation> found, String name, @Nullable Object supported, String what) {
    if (!Boolean.TRUE.equals(supported)) {
      found.add(new Limitation(name, "The engine cannot limit " + what + "."));
    }
  }

  private static List<String> warnings(Info info, Version version) {
    List<String> found = new ArrayList<>();
    component(version, "runc").flatMap(RuncVersion::warning).ifPresent(found::add);
    if (EngineKind.of(version) == EngineKind.PODMAN) {
      found.add(
          "The engine is Podman, which is not fully supported yet: the end of an agent may be"
              + " noticed late.");
    } else if (component(version, "docker-init").isEmpty()) {
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
