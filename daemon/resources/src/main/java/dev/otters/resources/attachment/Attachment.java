package dev.otters.resources.attachment;

import java.util.Locale;
import java.util.Optional;

/**
 * A durable input of a session: a folder, a file or a secret.
 *
 * @param id a name that no other attachment of the session has
 * @param source where it comes from, for the operator only
 * @param path where the agent sees it; empty if its sandbox does not have it
 * @param prompt how the agent should use it; empty for none
 */
public record Attachment(
    String id, Kind kind, String source, Optional<String> path, boolean readOnly, String prompt) {
  /** The kinds of attachments. */
  public enum Kind {
    /** The workspace, which the sessions of an agent share. */
    SESSION_WORKSPACE,
    /** The durable files. */
    AGENT_WORKSPACE_SUBSTRATE,
    /** The lessons that the agent noted for all sessions. */
    LEARNINGS_MEMORY_STORE,
    /** The scratch of the session. */
    SESSION_RUNTIME_MEMORY,
    /** A mount of the operator. */
    LOCAL_FILE,
    /** A git repository. */
    REPO_MOUNT,
    /** A secret for single tools. */
    VAULT;

    /** Returns the name of the kind outside of this program. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns an attachment that the agent sees at a path. */
  public static Attachment at(
      String path, Kind kind, String source, boolean readOnly, String prompt) {
    return new Attachment(kind + ":" + path, kind, source, Optional.of(path), readOnly, prompt);
  }

  /** Returns {@code read_only} or {@code read_write}. */
  public String access() {
    return readOnly ? "read_only" : "read_write";
  }

  /** Returns the prompt unless there is none. */
  public Optional<String> metadataPrompt() {
    return Optional.of(prompt).filter(text -> !text.isBlank());
  }
}
