package dev.otters.worker.sandbox;

import java.nio.file.Path;

/**
 * The folders of a session.
 *
 * @param files its own files, with its drafts
 * @param scratch what it needs for a while, with long outputs of its calls
 */
public record SessionPaths(Path files, Path scratch) {}
