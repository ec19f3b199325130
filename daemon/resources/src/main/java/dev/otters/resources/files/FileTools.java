package dev.otters.resources.files;

import dev.otters.resources.provider.ResourceMode;
import dev.otters.resources.provider.ResourceTool;
import java.util.List;

/** The tools of files, as models see them. */
final class FileTools {
  static final String LIST = "list";
  static final String READ = "read";
  static final String SEARCH = "search";
  static final String WRITE = "write";

  static final List<ResourceTool> ALL =
      List.of(
          new ResourceTool(
              LIST,
              ResourceMode.READ,
              "Lists text files that conversations keep for each other.",
              ResourceTool.schema(
                  """
                  "path":{"type":"string","description":"Only this folder."},\
                  "from":{"type":"integer","minimum":0,"description":"How many to skip. Default 0."},\
                  """,
                  ResourceTool.WITHIN,
                  "")),
          new ResourceTool(
              READ,
              ResourceMode.READ,
              "Reads a file. A long text comes in parts: next is the from of the following one.",
              ResourceTool.schema(
                  """
                  "path":{"type":"string"},\
                  "from":{"type":"integer","minimum":0,"description":"The character to begin with. Default 0."},\
                  """,
                  "The namespace of the file. Usually left out.",
                  "\"path\"")),
          new ResourceTool(
              SEARCH,
              ResourceMode.READ,
              "Finds files with any of the words of a query, and shows lines that have them.",
              ResourceTool.schema(
                  "\"query\":{\"type\":\"string\",\"description\":\"Words, without operators.\"},",
                  ResourceTool.WITHIN,
                  "\"query\"")),
          new ResourceTool(
              WRITE,
              ResourceMode.READ_WRITE,
              "Creates a text file for later conversations, or replaces the whole text of one."
                  + " Store no secrets.",
              ResourceTool.schema(
                  """
                  "path":{"type":"string","description":"Such as notes/plan.md."},\
                  "text":{"type":"string","description":"The whole text."},\
                  "replaces":{"type":"string",\
                  "description":"The sha256 of the text that it replaces, or none. Nothing is written if the file has another one."},\
                  """,
                  "Where to store it. Usually left out.",
                  "\"path\",\"text\"")));

  private FileTools() {}
}
