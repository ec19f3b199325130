package dev.otters.sessions.approval;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tools of an agent whose calls the operator must allow.
 *
 * @param tools the names of the tools
 */
public record Gate(Set<String> tools) {
  /** The setting with the tools that have a vault, which only the daemon sets. */
  public static final String VAULT_TOOLS = "vault-tools";

  /** The setting with the tools of the daemon that ask, which only the daemon sets. */
  public static final String OWN_TOOLS = "own-tools";

  private static final List<String> KEYS = List.of("ask-tools", "ask-also", VAULT_TOOLS, OWN_TOOLS);

  /** Copies the set. */
  public Gate {
    tools = Set.copyOf(tools);
  }

  /**
   * Reads the gate of an agent. What the image asks for, what the operator adds with {@code --ask}
   * and the tools with a vault count together.
   *
   * @param configs CONFIG values as text
   */
  public static Gate of(Map<String, String> configs) {
    return new Gate(
        KEYS.stream().flatMap(key -> names(configs.get(key))).collect(Collectors.toSet()));
  }

  private static Stream<String> names(@Nullable String list) {
    return list == null
        ? Stream.of()
        : Arrays.stream(list.split("[,\\s]+", -1)).filter(name -> !name.isEmpty());
  }

  /** Returns whether the operator must allow each call of a tool. */
  public boolean has(String tool) {
    return tools.contains(tool);
  }
}
