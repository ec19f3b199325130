package dev.otters.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Creates and starts an agent. Null means the default of the image or the daemon.
 *
 * @param ref the agent image: a reference, or {@code sha256:…} of the local store
 * @param env values for the image's ENV keys, and further ones
 * @param network {@code none} or {@code bridge}
 * @param memory bytes
 * @param cpus number of processors, such as 1.5
 * @param pids processes and threads in all
 * @param shmSize bytes of {@code /dev/shm}
 * @param pull {@code always}, {@code missing} or {@code never}
 * @param allowSensitive whether folders such as {@code ~/.ssh} may be mounted
 * @param restart {@code no}, {@code on-failure}, {@code on-failure:N}, {@code unless-stopped} or
 *     {@code always}
 * @param executor {@code docker} or {@code system}
 * @param unsandboxed whether it runs without a sandbox; only with the executor {@code system}
 * @param binMounts {@code auto}, {@code image} or {@code bind}
 */
public record RunRequest(
    String ref,
    @Nullable String name,
    @Nullable String model,
    Map<String, String> env,
    List<MountRequest> mounts,
    @Nullable String network,
    @Nullable Long memory,
    @Nullable Double cpus,
    @Nullable Integer pids,
    @Nullable Long shmSize,
    @Nullable String pull,
    Map<String, String> labels,
    boolean allowSensitive,
    @Nullable String restart,
    @Nullable String executor,
    boolean unsandboxed,
    @Nullable String binMounts) {
  /** Fills in what a request left out. */
  public RunRequest {
    env = Absent.map(env);
    mounts = Absent.list(mounts);
    labels = Absent.map(labels);
  }

  /** Makes a request with nothing but the image. */
  public static RunRequest of(String ref) {
    return new RunRequest(
        ref, null, null, Map.of(), List.of(), null, null, null, null, null, null, Map.of(), false,
        null, null, false, null);
  }

  /** Shows no value of the environment: they may be secret. */
  @Override
  public String toString() {
    return "RunRequest[ref=" + ref + ", name=" + name + ", env=" + env.keySet() + "]";
  }
}
