package dev.otters.executor.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.BindOptions;
import com.github.dockerjava.api.model.BindPropagation;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HealthCheck;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.Mount;
import com.github.dockerjava.api.model.MountType;
import com.github.dockerjava.api.model.RestartPolicy;
import com.github.dockerjava.api.model.Ulimit;
import dev.otters.executor.Limits;
import dev.otters.executor.SandboxBaseline;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.docker.engine.EngineFacts;
import dev.otters.executor.mounts.Bind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A request for a container: all of the hardening, mounts only through the {@code Mounts} field,
 * and nothing of the image's own configuration. It has no network: see {@link BridgeNetwork}.
 *
 * @param image the engine's id of the runtime image, since its name may change hands
 * @param imageEnvironment names of the variables that the image would set
 * @param tools ids of the images with tools, by target
 * @param user the user as the engine counts users
 */
record ContainerRequest(
    SandboxSpec spec,
    String image,
    List<String> imageEnvironment,
    List<Bind> binds,
    Map<String, String> tools,
    SandboxUser user,
    Map<String, String> labels,
    EngineFacts facts) {
  private static final double NANO = 1e9;
  private static final Ulimit NO_CORE_FILES = new Ulimit("core", 0L, 0L);
  private static final Ulimit OPEN_FILES =
      new Ulimit("nofile", (long) SandboxBaseline.OPEN_FILES, (long) SandboxBaseline.OPEN_FILES);

  CreateContainerCmd build(DockerClient client) {
    return client
        .createContainerCmd(image)
        .withName(Containers.name(spec.key()))
        .withHostName(SandboxBaseline.hostName(spec))
        .withUser(user.toString())
        .withWorkingDir("/")
        .withEntrypoint(spec.command())
        .withCmd(List.of())
        .withEnv(environment())
        .withLabels(labels)
        .withHealthcheck(new HealthCheck().withTest(List.of("NONE")))
        .withStopSignal("SIGTERM")
        .withTty(false)
        .withStdinOpen(false)
        .withHostConfig(hostConfig());
  }

  /**
   * Returns the sandbox's own variables, and the image's variables without a value, which unsets
   * them.
   */
  private List<String> environment() {
    Map<String, String> ours = SandboxBaseline.environment();
    return Stream.concat(
            ours.entrySet().stream().map(variable -> variable.getKey() + "=" + variable.getValue()),
            imageEnvironment.stream().filter(name -> !ours.containsKey(name)))
        .toList();
  }

  static String key(String variable) {
    int end = variable.indexOf('=');
    return end < 0 ? variable : variable.substring(0, end);
  }

  private HostConfig hostConfig() {
    Limits limits = spec.limits();
    HostConfig config =
        new HostConfig()
            .withPrivileged(false)
            .withCapDrop(Capability.ALL)
            .withSecurityOpts(List.of("no-new-privileges:true"))
            .withReadonlyRootfs(true)
            .withInit(true)
            .withIpcMode("private")
            .withCgroupnsMode("private")
            .withNetworkMode("none")
            .withPublishAllPorts(false)
            .withPidsLimit((long) limits.pids())
            .withMemory(limits.memoryBytes())
            .withMemorySwap(limits.memoryBytes())
            .withNanoCPUs((long) (Math.min(limits.cpus(), facts.cpus()) * NANO))
            .withShmSize(limits.shmBytes())
            .withUlimits(ulimits())
            .withLogConfig(
                new LogConfig(facts.kind().log(), Map.of("max-size", "10m", "max-file", "3")))
            .withRestartPolicy(RestartPolicy.noRestart())
            .withMounts(mounts());
    return facts.remapsUsers() ? config.withUsernsMode("host") : config;
  }

  /** Podman would ask for more processes than it may have itself on some machines. */
  private List<Ulimit> ulimits() {
    List<Ulimit> limits = new ArrayList<>(List.of(NO_CORE_FILES, OPEN_FILES));
    if (!facts.kind().leavesProcessesUnlimited()) {
      long most = OwnLimits.processes();
      limits.add(new Ulimit("nproc", most, most));
    }
    return limits;
  }

  private List<Mount> mounts() {
    List<Mount> mounts = new ArrayList<>();
    for (Bind bind : binds) {
      mounts.add(bind(bind.source().toString(), bind.target(), bind.readOnly()));
    }
    tools.forEach(
        (target, source) ->
            mounts.add(
                new Mount()
                    .withType(MountType.IMAGE)
                    .withSource(source)
                    .withTarget(target)
                    .withReadOnly(true)));
    return mounts;
  }

  static Mount bind(String source, String target, boolean readOnly) {
    return new Mount()
        .withType(MountType.BIND)
        .withSource(source)
        .withTarget(target)
        .withReadOnly(readOnly)
        .withBindOptions(new BindOptions().withPropagation(BindPropagation.R_PRIVATE));
  }
}
