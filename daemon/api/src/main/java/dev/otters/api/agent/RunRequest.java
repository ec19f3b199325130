package dev.otters.api.agent;

import dev.otters.api.Absent;
import dev.otters.api.ErrorCode;
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
 * @param config values for CONFIG keys, written as in an Agentfile
 * @param declared what becomes of the limits that the image's labels ask for: {@code allow}, {@code
 *     ignore} (default), or {@code ask}, which is answered with {@link ErrorCode#WISHES_UNANSWERED}
 *     where there are any
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
    @Nullable String binMounts,
    Map<String, String> config,
    @Nullable String declared) {
  /** Fills in what a request left out. */
  public RunRequest {
    env = Absent.map(env);
    mounts = Absent.list(mounts);
    labels = Absent.map(labels);
    config = Absent.map(config);
  }

  /** Makes a request with nothing but the image. */
  public static RunRequest of(String ref) {
    return new RunRequest(
        ref, null, null, Map.of(), List.of(), null, null, null, null, null, null, Map.of(), false,
        null, null, false, null, Map.of(), null);
  }

  /** Returns the same request for another image. */
  public RunRequest withRef(String other) {
    return with(other, model, declared);
  }

  /** Returns the same request for another model. */
  public RunRequest withModel(String other) {
    return with(ref, other, declared);
  }

  /** Returns the same request with another answer to what the image asks for. */
  public RunRequest withDeclared(String answer) {
    return with(ref, model, answer);
  }

  private RunRequest with(String image, @Nullable String chosen, @Nullable String answer) {
    return new RunRequest(
        image,
        name,
        chosen,
        env,
        mounts,
        network,
        memory,
        cpus,
        pids,
        shmSize,
        pull,
        labels,
        allowSensitive,
        restart,
        executor,
        unsandboxed,
        binMounts,
        config,
        answer);
  }

  /** Shows no value of the environment: they may be secret. */
  @Override
  public String toString() {
    return "RunRequest[ref=" + ref + ", name=" + name + ", env=" + env.keySet() + "]";
  }
}
