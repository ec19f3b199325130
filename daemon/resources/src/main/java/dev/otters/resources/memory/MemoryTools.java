package dev.otters.resources.memory;

import dev.otters.resources.provider.ResourceMode;
import dev.otters.resources.provider.ResourceTool;
import java.util.List;

/** The tools of memories, as models see them. */
final class MemoryTools {
  static final String WRITE = "write";
  static final String READ = "read";
  static final String SEARCH = "search";
  static final String TOPICS = "topics";

  static final List<ResourceTool> ALL =
      List.of(
          new ResourceTool(
              READ,
              ResourceMode.READ,
              "Returns what earlier conversations stored, the newest first.",
              ResourceTool.schema(
                  """
                  "topics":{"type":"array","items":{"type":"string"},\
                  "description":"Only memories with one of these topics."},\
                  "limit":{"type":"integer","minimum":1,"maximum":50,"description":"Default 20."},\
                  """,
                  ResourceTool.WITHIN,
                  "")),
          new ResourceTool(
              SEARCH,
              ResourceMode.READ,
              "Searches what earlier conversations stored, for any of the words of a query.",
              ResourceTool.schema(
                  """
                  "query":{"type":"string","description":"Words, without operators."},\
                  "limit":{"type":"integer","minimum":1,"maximum":50,"description":"Default 20."},\
                  """,
                  ResourceTool.WITHIN,
                  "\"query\"")),
          new ResourceTool(
              TOPICS,
              ResourceMode.READ,
              "Lists the topics of what earlier conversations stored.",
              ResourceTool.schema("", ResourceTool.WITHIN, "")),
          new ResourceTool(
              WRITE,
              ResourceMode.READ_WRITE,
              "Stores something for later conversations: one fact, preference, event or summary."
                  + " Store no secrets. To correct a memory, name its id in supersedes.",
              ResourceTool.schema(
                  """
                  "text":{"type":"string","description":"One or two sentences that make sense on their own."},\
                  "topics":{"type":"array","items":{"type":"string"},"maxItems":8,\
                  "description":"Short words by which to find it."},\
                  "type":{"type":"string","enum":["fact","preference","event","summary"],\
                  "description":"Default fact."},\
                  "supersedes":{"type":"string","description":"The id of a memory that this one replaces."},\
                  """,
                  "Where to store it. Usually left out.",
                  "\"text\"")));

  private MemoryTools() {}
}
