package dev.otters.resources.writeback;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The tools for durable files, as models see them. */
public final class WritebackTools {
  static final String LIST = "resources_list";
  static final String STAGE = "resources_stage_from_substrate";
  static final String DRAFTS = "resources_list_staged_drafts";
  static final String COMPARE = "resources_compare_with_substrate";
  static final String VERSIONS = "resources_list_versions";
  static final String READ = "resources_read_version";
  static final String PROMOTE = "resources_promote_to_substrate";
  static final String RESTORE = "resources_restore_version";

  /** The tools whose calls the operator must allow. */
  public static final Set<String> ASKING = Set.of(PROMOTE, RESTORE);

  private static final String TEXT = "{\"type\":\"string\",\"description\":\"%s\"}";
  private static final String YES = "{\"type\":\"boolean\",\"description\":\"%s\"}";

  private static final String EXPECTED =
      member("expectedVersionId", TEXT, "The version that the durable file must have now.")
          + ","
          + member("expectedContentHash", TEXT, "The SHA-256 that it must have now.")
          + ","
          + member("absent", YES, "That it must not exist, for a new file.");

  private static final String ONE =
      member("sourcePath", TEXT, "The draft.")
          + ","
          + member("targetPath", TEXT, "The durable file. Default: that of the draft.")
          + ","
          + member("draftContentHash", TEXT, "The SHA-256 of the draft, from the comparison.")
          + ","
          + EXPECTED;

  /**
   * A tool.
   *
   * @param inputJson the JSON Schema of its input
   */
  public record Tool(String name, String description, String inputJson) {}

  /** All tools, in the order in which models see them. */
  public static final List<Tool> ALL =
      List.of(
          new Tool(
              LIST,
              "Lists what you have in this conversation, and your durable files in"
                  + " /workspace/agent, which all your conversations share. You change one by a"
                  + " draft: stage it, edit the draft, compare, promote.",
              schema("", "")),
          new Tool(
              STAGE,
              "Copies a durable file to a draft that you may edit, and returns the draft's path.",
              schema(
                  member("sourcePath", TEXT, "The durable file, such as MEMORY.md.")
                      + ","
                      + member("targetPath", TEXT, "The draft. Default: the same path.")
                      + ","
                      + member("overwrite", YES, "Whether to replace what is there."),
                  "\"sourcePath\"")),
          new Tool(
              DRAFTS,
              "Lists the drafts of this conversation. Their status is one of: "
                  + Draft.State.names()
                  + ".",
              schema("", "")),
          new Tool(
              COMPARE,
              "Shows how a draft differs from its durable file, and what a promote needs.",
              schema(
                  member("sessionPath", TEXT, "The draft.")
                      + ","
                      + member("substratePath", TEXT, "The durable file. Default: its own."),
                  "\"sessionPath\"")),
          new Tool(
              VERSIONS,
              "Lists the versions of a durable file, the newest first.",
              schema(
                  member("targetPath", TEXT, "The durable file.")
                      + ",\"limit\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":100,"
                      + "\"description\":\"Default 10.\"}",
                  "\"targetPath\"")),
          new Tool(
              READ,
              "Returns the content of a version.",
              schema(member("versionId", TEXT, "Its id."), "\"versionId\"")),
          new Tool(
              PROMOTE,
              "Writes drafts to durable files, all or none, if each file is still as expected. Give"
                  + " one draft, or several in files.",
              schema(
                  ONE
                      + ",\"files\":{\"type\":\"array\",\"maxItems\":16,\"items\":"
                      + schema(ONE, "\"sourcePath\",\"draftContentHash\"")
                      + "}",
                  "")),
          new Tool(
              RESTORE,
              "Writes the content of a version to its durable file again.",
              schema(
                  member("versionId", TEXT, "The version to restore.") + "," + EXPECTED,
                  "\"versionId\"")));

  private static final Map<String, Tool> BY_NAME =
      ALL.stream()
          .collect(Collectors.toMap(Tool::name, tool -> tool, (a, _) -> a, LinkedHashMap::new));

  private WritebackTools() {}

  /** Returns whether there is a tool of this name. */
  public static boolean has(String name) {
    return BY_NAME.containsKey(name);
  }

  private static String member(String name, String type, String description) {
    return "\"" + name + "\":" + type.formatted(description);
  }

  private static String schema(String members, String required) {
    return "{\"type\":\"object\",\"properties\":{"
        + members
        + "},\"required\":["
        + required
        + "],\"additionalProperties\":false}";
  }
}
