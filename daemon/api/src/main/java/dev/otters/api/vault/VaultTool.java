package dev.otters.api.vault;

/**
 * A tool of an agent that gets the value of a vault.
 *
 * @param agent the name of the agent
 * @param env the environment variable with the value
 */
public record VaultTool(String agent, String tool, String env) {}
