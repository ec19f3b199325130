package dev.otters.worker.context;

import dev.otters.worker.sandbox.SandboxPaths;

/**
 * One section of the system prompt and the file that holds it.
 *
 * @param name what the model may call it, such as {@code SOUL}
 * @param description a line about it; empty for none
 * @param body Markdown
 */
public record ContextFile(String name, String description, String body) {
  /** Returns the file's name, which cannot be a path. */
  public String fileName() {
    return SandboxPaths.fileName(name) + ".md";
  }
}
