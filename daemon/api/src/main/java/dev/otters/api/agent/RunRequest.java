package dev.otters.api.agent;

import dev.otters.api.ErrorCode;
import dev.otters.api.Inline;
import dev.otters.api.repo.NewRepo;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to create and start an agent. Null takes the default of the image or the daemon.
 *
 * @param ref the agent image: a reference, or {@code sha256:…} of the local store
 * @param env values for the image's ENV keys, and further ones
 * @param pull {@code always}, {@code missing} or {@code never}
 * @param restart {@code no}, {@code on-failure}, {@code on-failure:N}, {@code unless-stopped},
 *     {@code always} or {@code remove}, with which it is removed when it stops
 * @param config values for CONFIG keys, written as in an Agentfile
 * @param declared what to do with the limits that the image's labels ask for: {@code allow}, {@code
 *     ignore} (default), or {@code ask}, which is answered with {@link ErrorCode#WISHES_UNANSWERED}
 *     if there are any
 * @param replace whether to remove an agent of the same name first
 * @param repos git repositories, which are cloned before the agent is made
 */
public record RunRequest(
    String ref,
    @Nullable String name,
    @Nullable String model,
    Map<String, String> env,
    List<MountRequest> mounts,
    @Inline RequestedLimits limits,
    @Inline RequestedSandbox sandbox,
    @Nullable String pull,
    Map<String, String> labels,
    @Nullable String restart,
    Map<String, String> config,
    @Nullable String declared,
    boolean replace,
    List<NewRepo> repos) {
  /** Returns a request with only an image. */
  public static RunRequest of(String ref) {
    return new RunRequest(
        ref,
        null,
        null,
        Map.of(),
        List.of(),
        RequestedLimits.DEFAULT,
        RequestedSandbox.DEFAULT,
        null,
        Map.of(),
        null,
        Map.of(),
        null,
        false,
        List.of());
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
        image, name, chosen, env, mounts, limits, sandbox, pull, labels, restart, config, answer,
        replace, repos);
  }

  /** Shows no value of the environment: they may be secret. */
  @Override
  public String toString() {
    return "RunRequest[ref=" + ref + ", name=" + name + ", env=" + env.keySet() + "]";
  }
}
