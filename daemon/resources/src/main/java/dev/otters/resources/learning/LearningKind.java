package dev.otters.resources.learning;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kind of a learning. */
public enum LearningKind {
  /** Something that the agent found out. */
  LESSON,
  /** A correction by a user. */
  CORRECTION,
  /** An error that the agent made. */
  ERROR;

  /** Returns the word for models and operators, such as {@code lesson}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the name of the file with the learnings of this kind. */
  public String file() {
    return word() + "s.jsonl";
  }

  /** Returns all words. */
  public static List<String> words() {
    return Arrays.stream(values()).map(LearningKind::word).toList();
  }

  /** Returns the kind with a word; empty if there is none. */
  public static Optional<LearningKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }
}
