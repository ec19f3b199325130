package dev.otters.resources.mcp;

import dev.otters.resources.provider.Quoted;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Texts of servers, cut and quoted for models. */
final class McpText {
  private McpText() {}

  /** Returns what a server said about a failure. */
  static String complaint(String text) {
    return Quoted.of(cut(text, McpLimits.COMPLAINT));
  }

  /** Returns the first characters of a text. */
  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + "… (cut)";
  }

  /** Returns the texts of an answer, whole. What is no text is named only. */
  static String answer(McpSchema.CallToolResult result) {
    @Nullable List<McpSchema.Content> parts = result.content();
    String text =
        parts == null
            ? ""
            : parts.stream()
                .filter(Objects::nonNull)
                .map(McpText::part)
                .collect(Collectors.joining("\n"));
    return text.isBlank() ? structured(result) : text;
  }

  private static String part(McpSchema.Content part) {
    return switch (part) {
      case McpSchema.TextContent it -> String.valueOf(it.text());
      case McpSchema.EmbeddedResource it
          when it.resource() instanceof McpSchema.TextResourceContents text ->
          String.valueOf(text.text());
      default -> "(content that is no text is left out)";
    };
  }

  private static String structured(McpSchema.CallToolResult result) {
    if (result.structuredContent() == null) {
      return "";
    }
    try {
      return McpJson.MAPPER.writeValueAsString(result.structuredContent());
    } catch (IOException e) {
      throw new McpFailure(McpFailure.Kind.BROKEN, "its server sent what is no JSON");
    }
  }
}
