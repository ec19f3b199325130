package dev.otters.agentfile;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * A RESOURCE: a durable resource and the widest access that an agent may get. It grants nothing.
 *
 * @param name the name, which its tools carry
 * @param kind the provider that serves it
 * @param settings settings of the provider, which checks them, by kebab-case key; empty if there is
 *     a body
 * @param body YAML for the provider, verbatim; empty if there is none
 * @param description empty if there is none
 */
public record Resource(
    String name,
    String kind,
    Access mode,
    SequencedMap<String, String> settings,
    Optional<String> body,
    String description)
    implements Declaration {

  /** The kinds that this release implements. */
  public static final Set<String> KINDS = Set.of("memory", "files", "mcp");

  /** The message for settings together with a body. */
  public static final String SETTINGS_AND_BODY = "takes settings or a YAML body, not both";

  /** The access to a resource. */
  public enum Access {
    /** Read only. */
    READ("read"),
    /** Read and write. */
    READ_WRITE("read-write");

    private final String text;

    Access(String text) {
      this.text = text;
    }

    /** Returns the mode as written in an Agentfile. */
    public String text() {
      return text;
    }

    /** Finds a mode by its text; empty if there is none. */
    public static Optional<Access> find(String text) {
      return Arrays.stream(values()).filter(it -> it.text.equals(text)).findFirst();
    }

    /** Returns the texts of all modes. */
    public static List<String> texts() {
      return Arrays.stream(values()).map(Access::text).toList();
    }
  }

  /**
   * Checks the names and keys, and copies the settings.
   *
   * @throws IllegalArgumentException if a name or key is invalid, or there are both settings and a
   *     body
   */
  public Resource {
    Names.require("RESOURCE", name);
    Names.require("RESOURCE kind", kind);
    settings.keySet().forEach(key -> Names.refuseIf(complaintAboutKey(key), "RESOURCE", key));
    if (body.isPresent() && !settings.isEmpty()) {
      throw new IllegalArgumentException("RESOURCE " + Quoted.of(name) + " " + SETTINGS_AND_BODY);
    }
    settings = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(settings));
  }

  @Override
  public Rule rule() {
    return Rule.INHERITED;
  }

  /**
   * Returns why a provider cannot have this setting, whose key is in kebab-case; empty for a valid
   * one.
   */
  public static Optional<String> complaintAboutKey(String key) {
    return key.equals("kind") || key.equals("mode")
        ? Optional.of("is not a setting of the provider")
        : Names.complaintAboutKey(key);
  }
}
