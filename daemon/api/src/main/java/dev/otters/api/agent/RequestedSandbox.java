package dev.otters.api.agent;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sandbox that an operator asks for; null takes the default.
 *
 * @param network {@code egress}, {@code none} or {@code bridge}
 * @param executor {@code docker} or {@code system}
 * @param unsandboxed whether it runs without a sandbox; only with the executor {@code system}
 * @param binMounts {@code auto}, {@code image} or {@code bind}
 * @param allowSensitive whether folders such as {@code ~/.ssh} may be mounted
 * @param user the user that the agent runs as: {@code UID} or {@code UID:GID}
 * @param allowHosts the hosts that the agent may reach: names, {@code *.domain} or addresses, with
 *     a port or without
 */
public record RequestedSandbox(
    @Nullable String network,
    @Nullable String executor,
    boolean unsandboxed,
    @Nullable String binMounts,
    boolean allowSensitive,
    @Nullable String user,
    List<String> allowHosts) {
  /** All defaults. */
  public static final RequestedSandbox DEFAULT =
      new RequestedSandbox(null, null, false, null, false, null, List.of());
}
