package dev.otters.acceptance.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks the words of comments and messages. */
final class Phrases {
  private static final Set<String> WRONG_STARTS =
      Set.of("is", "are", "has", "have", "was", "were", "who", "whom", "whose", "what", "nobody");
  private static final Pattern FIRST_WORD = Pattern.compile("/\\*\\*[\\s*]*([A-Za-z]+)");
  private static final Pattern UNNATURAL =
      Pattern.compile(
          "\\b(for ever|nobody|somebody|whom|is had|are had|(is|are|be|was|were|been) told)\\b",
          Pattern.CASE_INSENSITIVE);

  /** The system's user of this name, and entries of /etc/passwd. */
  private static final Pattern USER = Pattern.compile("nobody:|\"nobody\"|\\{@code nobody}");

  private Phrases() {}

  /** Finds Javadoc that starts with a word that makes no noun phrase and no verb of a service. */
  static List<String> wrongStarts(SourceFile file) {
    List<String> found = new ArrayList<>();
    for (SourceFile.Part comment : file.comments()) {
      Matcher first = FIRST_WORD.matcher(comment.text());
      if (first.lookingAt() && WRONG_STARTS.contains(first.group(1).toLowerCase(Locale.ROOT))) {
        found.add(file.at(comment.line()) + ": Javadoc starts with \"" + first.group(1) + "\"");
      }
    }
    return found;
  }

  /** Finds expressions that CONTRIBUTING rules out, in comments and in strings. */
  static List<String> unnatural(SourceFile file) {
    List<String> found = new ArrayList<>();
    List<SourceFile.Part> parts = new ArrayList<>(file.comments());
    parts.addAll(file.strings());
    for (SourceFile.Part part : parts) {
      String text = USER.matcher(part.text()).replaceAll("").replaceAll("\\s*\n\\s*\\*?\\s*", " ");
      Matcher phrase = UNNATURAL.matcher(text);
      while (phrase.find()) {
        found.add(file.at(part.line()) + ": \"" + phrase.group() + "\"");
      }
    }
    return found;
  }
}
