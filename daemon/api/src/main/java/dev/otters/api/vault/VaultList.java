package dev.otters.api.vault;

import java.util.List;

/**
 * The answer to a listing of vaults.
 *
 * @param vaults in the order of their names
 */
public record VaultList(List<VaultView> vaults) {}
