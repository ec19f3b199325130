package dev.otters.agentfile;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Declares a durable resource, and the most that an agent may ever do with it; grants nothing.
 *
 * @param name what the tools for the resource are called after
 * @param kind the provider that serves it
 * @param settings for the provider, which checks them, by kebab-case key; empty if there is a body
 * @param body for the provider, YAML, verbatim; empty if there is none
 * @param description empty if none
 */
public record Resource(
    String name,
    String kind,
    Access mode,
    SequencedMap<String, String> settings,
    Optional<String> body,
    String description) {

  /** Says why settings and a body are refused. */
  public static final String SETTINGS_AND_BODY = "takes settings or a YAML body, not both";

  /** Says what a resource can be used for. */
  public enum Access {
    /** Only to read. */
    READ("read"),
    /** To read and to change. */
    READ_WRITE("read-write");

    private final String text;

    Access(String text) {
      this.text = text;
    }

    /** Returns the mode as an Agentfile writes it. */
    public String text() {
      return text;
    }

    /** Finds the mode that is written so; empty when there is none. */
    public static Optional<Access> find(String text) {
      return Arrays.stream(values()).filter(it -> it.text.equals(text)).findFirst();
    }

    /** Returns every mode as an Agentfile writes it. */
    public static List<String> texts() {
      return Arrays.stream(values()).map(Access::text).toList();
    }
  }

  /**
   * Checks the names and keys, and copies the settings.
   *
   * @throws IllegalArgumentException if a name or key is not valid, or there are settings and body
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

  /** Says why a provider cannot have this setting, underscores already replaced. */
  public static Optional<String> complaintAboutKey(String key) {
    return key.equals("kind") || key.equals("mode")
        ? Optional.of("is not a setting of the provider")
        : Names.complaintAboutKey(key);
  }
}
