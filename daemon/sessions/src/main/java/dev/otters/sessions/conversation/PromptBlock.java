package dev.otters.sessions.conversation;

import dev.otters.protocol.Block;
import dev.otters.protocol.Markdown;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A section of the system prompt.
 *
 * @param name its name, such as {@code WORKSPACE}
 * @param text the section as the model reads it, with its heading; empty if it says nothing
 */
public record PromptBlock(String name, Origin origin, String text) {
  /** The authors of sections. */
  public enum Origin {
    /** The runtime, from the agent's setup and what it found in the sandbox. */
    RUNTIME,
    /** A CONTEXT of the Agentfile. */
    CONTEXT,
    /** A durable file of the agent that a model or the operator wrote. */
    SUBSTRATE,
    /** The provider of a RESOURCE, from what agents stored. */
    RESOURCE;

    /** Returns whether all attempts of a turn have the same sections of this author. */
    boolean isKept() {
      return this == CONTEXT || this == SUBSTRATE;
    }
  }

  /** The mark in the name of a section whose file is longer. */
  public static final String CUT = " (cut)";

  private static final String HEARTBEAT = "HEARTBEAT";

  private static final String INDENT = "(?md)^([\\p{Z}\\p{C}&&[^\\n]]*)";
  private static final Pattern HEADING = Pattern.compile(INDENT + "(?=#{1,6}([\\p{Z}\\p{C}]|$))");
  private static final Pattern FENCE = Pattern.compile("(`{3,}|~{3,})[^`]*");
  private static final Pattern LIKE_FENCE = Pattern.compile(INDENT + "(?=```|~~~)");

  /** The beginnings of HTML that ends at its own mark only, wherever that is. */
  private static final Pattern MARKUP =
      Pattern.compile("(?i)<(?=[!?]|/?(script|pre|style|textarea|xmp|plaintext)\\b)");

  private static final Pattern RULER =
      Pattern.compile(INDENT + "(?=[-=*_][-=*_\\p{Z}\\p{C}&&[^\\n]]*$)");

  /** Returns the section of a CONTEXT, with its text as it was written. */
  public static PromptBlock declared(Block context) {
    return new PromptBlock(context.name(), Origin.CONTEXT, render(context, context.text().strip()));
  }

  /**
   * Returns a section that a runtime generated. Headings of its text go three levels down, below
   * the titles of sections, and its rulers are escaped, so it cannot pretend to be another section.
   * What it opens ends with it: comments are escaped and code fences are closed.
   */
  public static PromptBlock generated(Block block) {
    return escaped(block, Origin.RUNTIME);
  }

  /** Returns the section of a RESOURCE. Its text is escaped as that of a runtime. */
  public static PromptBlock ofResource(Block block) {
    return escaped(block, Origin.RESOURCE);
  }

  /**
   * Returns the section of a durable file. Its text is escaped as that of a runtime.
   *
   * @param bytes the size of the file if the text is only its beginning; empty if it is all
   */
  public static PromptBlock ofSubstrate(Block block, OptionalLong bytes) {
    PromptBlock whole = escaped(block, Origin.SUBSTRATE);
    if (bytes.isEmpty()) {
      return whole;
    }
    String rest = "[Only the beginning of %d bytes. The file is in /workspace/agent.]";
    return new PromptBlock(
        block.name() + CUT,
        Origin.SUBSTRATE,
        whole.text() + "\n\n" + rest.formatted(bytes.getAsLong()));
  }

  /** Returns whether only turns of wakes have this section. */
  boolean isForWakes() {
    return origin.isKept() && (name.equals(HEARTBEAT) || name.equals(HEARTBEAT + CUT));
  }

  private static PromptBlock escaped(Block block, Origin origin) {
    String lines = block.text().replaceAll("\\R", "\n").strip();
    String below = HEADING.matcher(lines).replaceAll("$1###");
    String inside = RULER.matcher(below).replaceAll("$1\\\\");
    return new PromptBlock(block.name(), origin, render(block, closed(inside)));
  }

  /** Escapes what only looks like a fence, so that readers agree on where code ends. */
  private static String closed(String text) {
    StringBuilder closed = new StringBuilder();
    String fence = "";
    for (String line : text.split("\n", -1)) {
      String safe = MARKUP.matcher(line).replaceAll("\\\\$0");
      Matcher opening = FENCE.matcher(safe);
      if (!LIKE_FENCE.matcher(safe).find()) {
        closed.append(safe);
      } else if (fence.isEmpty() && opening.matches()) {
        fence = opening.group(1);
        closed.append(safe);
      } else if (!fence.isEmpty() && safe.stripTrailing().equals(fence)) {
        fence = "";
        closed.append(safe);
      } else {
        closed.append(LIKE_FENCE.matcher(safe).replaceAll("$1\\\\"));
      }
      closed.append('\n');
    }
    return (closed + fence).strip();
  }

  private static String render(Block block, String text) {
    if (text.isEmpty()) {
      return "";
    }
    StringBuilder section = new StringBuilder("## " + Markdown.inline(block.name()) + "\n\n");
    if (!block.description().isBlank()) {
      section.append("### ").append(Markdown.inline(block.description())).append("\n\n");
    }
    return section.append(text).toString();
  }
}
