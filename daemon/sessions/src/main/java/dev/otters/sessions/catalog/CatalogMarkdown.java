package dev.otters.sessions.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Writes JSON as lists of Markdown, an object of plain values on one line. */
final class CatalogMarkdown {
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private final StringBuilder out = new StringBuilder();

  private CatalogMarkdown() {}

  static String of(JsonNode content) {
    CatalogMarkdown markdown = new CatalogMarkdown();
    markdown.members("", content);
    return markdown.out.toString();
  }

  private void members(String indent, JsonNode object) {
    object.forEachEntry((key, value) -> item(indent, key + ":", value));
  }

  private void item(String indent, String name, JsonNode value) {
    out.append(indent).append('-');
    if (!name.isEmpty()) {
      out.append(' ').append(name);
    }
    if (value.isValueNode()) {
      out.append(' ').append(plain(value)).append('\n');
    } else if (isPlain(value)) {
      out.append(' ').append(line(value)).append('\n');
    } else {
      out.append('\n');
      entries(indent + "  ", value);
    }
  }

  private void entries(String indent, JsonNode value) {
    if (value.isObject()) {
      members(indent, value);
    } else {
      value.forEach(entry -> item(indent, "", entry));
    }
  }

  private static boolean isPlain(JsonNode value) {
    return value.valueStream().allMatch(JsonNode::isValueNode);
  }

  private static String line(JsonNode value) {
    List<String> parts = new ArrayList<>();
    if (value.isObject()) {
      value.forEachEntry((key, part) -> parts.add(key + " " + plain(part)));
    } else {
      value.forEach(part -> parts.add(plain(part)));
    }
    return parts.isEmpty() ? "none" : String.join(", ", parts);
  }

  private static String plain(JsonNode value) {
    String text = value.isNull() ? "none" : value.asString();
    return isWord(text) ? text : SPACE.matcher(text).replaceAll(" ").strip();
  }

  /** Returns whether a text has nothing to replace. Most have not, and patterns are slow. */
  private static boolean isWord(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isWhitespace(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
