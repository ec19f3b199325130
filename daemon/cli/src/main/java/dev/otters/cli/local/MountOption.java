package dev.otters.cli.local;

import dev.otters.api.agent.MountRequest;
import dev.otters.cli.command.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code -v HOST:TARGET[:DESC][:ro|rw]} and {@code --mount type=bind,…}. The host's path is
 * made absolute and must exist. The daemon decides which mounts are allowed.
 */
public final class MountOption {
  private static final String SHORT_FORM = "expected HOST:TARGET[:DESCRIPTION][:ro|rw]";
  private static final String LONG_FORM =
      "expected type=bind,source=PATH,target=PATH[,description=TEXT][,readonly]";

  private final UserPaths places;

  /** Creates a parser that resolves paths. */
  public MountOption(UserPaths places) {
    this.places = places;
  }

  /**
   * Parses a value of {@code -v} or {@code --mount}. The long form starts with a key and {@code =}.
   */
  public MountRequest parse(String value) {
    return value.matches(
            "(?s)(type|source|src|target|dst|destination|readonly|ro|description|desc)[=,].*")
        ? parseLong(value)
        : parseShort(value);
  }

  private MountRequest parseShort(String value) {
    List<String> parts = new ArrayList<>(List.of(value.split(":", -1)));
    boolean readOnly = parts.getLast().equals("ro");
    if (parts.size() > 1 && (readOnly || parts.getLast().equals("rw"))) {
      parts.removeLast();
    }
    if (parts.size() < 2) {
      throw malformed(value, "it names no target; " + SHORT_FORM);
    }
    String description = String.join(":", parts.subList(2, parts.size()));
    return mount(value, parts.get(0), parts.get(1), description, readOnly, SHORT_FORM);
  }

  private MountRequest parseLong(String value) {
    Map<String, String> fields = new HashMap<>();
    for (String field : Csv.split(value)) {
      int equals = field.indexOf('=');
      String key = canonical(value, equals < 0 ? field : field.substring(0, equals));
      if (fields.put(key, equals < 0 ? "true" : field.substring(equals + 1)) != null) {
        throw malformed(value, "'" + key + "' is given twice");
      }
    }
    String type = fields.getOrDefault("type", "bind");
    if (!type.equals("bind")) {
      throw malformed(value, "type '" + type + "' is not supported, only bind");
    }
    return mount(
        value,
        fields.getOrDefault("source", ""),
        fields.getOrDefault("target", ""),
        fields.getOrDefault("description", ""),
        truth(value, fields.getOrDefault("readonly", "false")),
        LONG_FORM);
  }

  private MountRequest mount(
      String value, String host, String target, String description, boolean readOnly, String form) {
    if (host.isEmpty()) {
      throw malformed(value, "the host path is empty; " + form);
    }
    if (target.isEmpty()) {
      throw malformed(value, "the target is empty; " + form);
    }
    Path source = existing(value, host);
    return new MountRequest(
        source.toString(), target, description.isEmpty() ? null : description, readOnly);
  }

  private Path existing(String value, String host) {
    Path source = places.resolve(host);
    if (!Files.exists(source)) {
      boolean bare = host.indexOf('/') < 0 && !host.startsWith(".") && !host.startsWith("~");
      String remedy =
          bare
              ? "Give a host path. Named volumes are not supported."
              : "Create it first. Unlike Docker, otters creates nothing on the host.";
      throw UsageException.of("mount '" + value + "': " + source + " does not exist", remedy);
    }
    if (!Files.isReadable(source)) {
      throw UsageException.of(
          "mount '" + value + "': " + source + " cannot be read", "Check its permissions.");
    }
    return source;
  }

  private static String canonical(String value, String key) {
    return switch (key) {
      case "type" -> "type";
      case "source", "src" -> "source";
      case "target", "dst", "destination" -> "target";
      case "description", "desc" -> "description";
      case "readonly", "ro" -> "readonly";
      default -> throw malformed(value, "unknown key '" + key + "'; " + LONG_FORM);
    };
  }

  private static boolean truth(String value, String word) {
    return switch (word) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default -> throw malformed(value, "readonly must be 'true' or 'false', not '" + word + "'");
    };
  }

  private static UsageException malformed(String value, String why) {
    return UsageException.of("mount '" + value + "': " + why, null);
  }
}
