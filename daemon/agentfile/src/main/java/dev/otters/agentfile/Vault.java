package dev.otters.agentfile;

import java.util.List;
import java.util.Optional;

/**
 * A VAULT: a secret of the operator for single tools, which then run outside the agent's sandbox.
 *
 * @param name the name of the vault, which the operator fills
 * @param env the environment variable with the secret, in those tools only
 * @param bins the names of the tools: at least one, without duplicates
 * @param description empty if there is none
 */
public record Vault(String name, String env, List<String> bins, String description)
    implements Declaration {
  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if a name is invalid, or the tools are missing or contain
   *     duplicates
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

  @Override
  public Rule rule() {
    return Rule.INHERITED;
  }

  /** Returns the vaults of a tool. */
  public static List<Vault> of(Agentfile agentfile, String bin) {
    return agentfile.inForce(Vault.class).stream()
        .filter(vault -> vault.bins().contains(bin))
        .toList();
  }

  /** Returns the names of all tools with a vault, each once. */
  public static List<String> bins(Agentfile agentfile) {
    return agentfile.inForce(Vault.class).stream()
        .flatMap(vault -> vault.bins().stream())
        .distinct()
        .toList();
  }

  /** Returns why this variable cannot hold a secret; empty for a valid one. */
  public static Optional<String> complaintAboutEnv(String key) {
    return Env.complaintAboutSecret(key);
  }
}
