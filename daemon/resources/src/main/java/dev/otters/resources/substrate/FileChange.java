package dev.otters.resources.substrate;

import java.util.Optional;

/**
 * A wanted change of a durable file.
 *
 * @param content the new content
 * @param restored the version that it restores; empty if it restores none
 */
public record FileChange(
    FilePath path, Content content, Optional<Long> restored, Expected expected) {}
