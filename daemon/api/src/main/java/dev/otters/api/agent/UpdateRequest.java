package dev.otters.api.agent;

import dev.otters.api.Inline;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to change an agent. What is null or empty stays as it is.
 *
 * @param image the new agent image: a reference, or {@code sha256:…} of the local store
 * @param env values of environment variables, besides those that the agent was given before
 * @param envRemove keys of variables that the agent was given
 * @param mounts mounts to add; one with the target of another replaces it
 * @param mountsRemove targets of mounts
 * @param allowSensitive whether folders such as {@code ~/.ssh} may be mounted
 * @param labelsRemove keys of labels that the agent was given
 * @param restart {@code no}, {@code on-failure}, {@code on-failure:N}, {@code unless-stopped} or
 *     {@code always}
 * @param config values for CONFIG keys, written as in an Agentfile
 */
public record UpdateRequest(
    @Nullable String image,
    @Nullable String model,
    Map<String, String> env,
    List<String> envRemove,
    List<MountRequest> mounts,
    List<String> mountsRemove,
    boolean allowSensitive,
    @Inline RequestedLimits limits,
    Map<String, String> labels,
    List<String> labelsRemove,
    @Nullable String restart,
    Map<String, String> config,
    @Inline HostChanges hosts) {
  /** Shows no value of the environment: they may be secret. */
  @Override
  public String toString() {
    return "UpdateRequest[model=" + model + ", env=" + env.keySet() + "]";
  }
}
