package dev.otters.worker.context;

import dev.otters.worker.sandbox.SandboxPaths;

/**
 * A section of the system prompt and its file.
 *
 * @param name the name that the model sees, such as {@code SOUL}
 * @param description one line about it; empty for none
 * @param body Markdown
 */
public record ContextFile(String name, String description, String body) {
  /** Returns the file's name, which is never a path. */
  public String fileName() {
    return SandboxPaths.fileName(name) + ".md";
  }
}
