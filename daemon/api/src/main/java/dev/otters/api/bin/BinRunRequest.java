package dev.otters.api.bin;

import dev.otters.api.Inline;
import dev.otters.api.agent.MountRequest;
import dev.otters.api.agent.RequestedLimits;
import dev.otters.api.agent.RequestedSandbox;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request to run a tool in a sandbox of its own. Null takes the default.
 *
 * @param ref the BIN image
 * @param args the arguments of the tool
 * @param env the variables of the tool
 * @param pull {@code always}, {@code missing} or {@code never}
 * @param timeoutSeconds the longest time to the end of the tool, null for an hour
 */
public record BinRunRequest(
    String ref,
    List<String> args,
    Map<String, String> env,
    List<MountRequest> mounts,
    @Inline RequestedLimits limits,
    @Inline RequestedSandbox sandbox,
    @Nullable String pull,
    @Nullable Long timeoutSeconds) {
  public BinRunRequest {
    args = args == null ? List.of() : List.copyOf(args);
    env = env == null ? Map.of() : Map.copyOf(env);
    mounts = mounts == null ? List.of() : List.copyOf(mounts);
    limits = Objects.requireNonNullElse(limits, RequestedLimits.DEFAULT);
    sandbox = Objects.requireNonNullElse(sandbox, RequestedSandbox.DEFAULT);
  }

  /** Omits the values of the environment. */
  @Override
  public String toString() {
    return "BinRunRequest[ref=" + ref + ", env=" + env.keySet() + "]";
  }
}
