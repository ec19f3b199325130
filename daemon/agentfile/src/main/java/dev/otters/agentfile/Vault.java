package dev.otters.agentfile;

import java.util.List;
import java.util.Optional;

/**
 * Hands a secret of the operator to single tools, which then run beside the agent and not in it.
 *
 * @param name of the vault that the operator fills
 * @param env the variable that holds the secret, in those tools only
 * @param bins the names of the tools, each once, at least one
 * @param description empty if none
 */
public record Vault(String name, String env, List<String> bins, String description) {
  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if a name is not valid, or no tool or one twice is named
   */
  public Vault {
    Names.require("VAULT", name);
    Names.refuseIf(complaintAboutEnv(env), "VAULT", env);
    bins = List.copyOf(bins);
    bins.forEach(bin -> Names.require("VAULT", bin));
    if (bins.isEmpty() || bins.stream().distinct().count() < bins.size()) {
      throw new IllegalArgumentException(
          "VAULT " + Quoted.of(name) + " must name at least one BIN, and each once");
    }
  }

  /** Says why a secret cannot be in this variable; empty when it can. */
  public static Optional<String> complaintAboutEnv(String key) {
    return Env.complaintAboutSecret(key);
  }
}
