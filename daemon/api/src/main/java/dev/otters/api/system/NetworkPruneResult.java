package dev.otters.api.system;

import java.util.List;

/**
 * The answer to a removal of networks that no sandbox uses.
 *
 * @param networks the names of the networks that were removed, or would be
 */
public record NetworkPruneResult(List<String> networks) {}
