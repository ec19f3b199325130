package dev.otters.protocol;

/**
 * A section of the system prompt.
 *
 * @param name the name that the model sees, such as {@code WORKSPACE}
 * @param description one line about it; empty for none
 * @param text Markdown
 */
public record Block(String name, String description, String text) {
  /** Returns the section as the model reads it; empty if there is no text. */
  public String render() {
    if (text.isBlank()) {
      return "";
    }
    StringBuilder section = new StringBuilder("## " + Markdown.inline(name) + "\n\n");
    if (!description.isBlank()) {
      section.append("### ").append(Markdown.inline(description)).append("\n\n");
    }
    return section.append(text.strip()).toString();
  }
}
