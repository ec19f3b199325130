package dev.otters.resources.files;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The answers of the tools of files, as JSON. */
final class FileAnswers {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** The limit on the characters of a text in an answer. */
  static final int MOST_CHARACTERS = 16 << 10;

  private FileAnswers() {}

  /** A file with lines of its text. */
  record Found(StoredFile file, List<String> lines) {}

  static String written(String action, StoredFile file) {
    Map<String, Object> answer = new LinkedHashMap<>(Map.of("action", action));
    answer.putAll(of(file));
    return JSON.writeValueAsString(answer);
  }

  /**
   * Returns a list.
   *
   * @param files one more than shown if there are more
   * @param from how many come before it
   */
  static String of(List<StoredFile> files, int from, int limit) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("files", files.stream().limit(limit).map(FileAnswers::of).toList());
    if (files.size() > limit) {
      answer.put("next", from + limit);
    }
    return JSON.writeValueAsString(answer);
  }

  /** Returns a part of a text. No part ends between the halves of a character. */
  static String of(StoredFile file, String text, int from) {
    int begin = Math.min(from, text.length());
    int end = Math.min(text.length(), begin + MOST_CHARACTERS);
    if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
      end--;
    }
    Map<String, Object> answer = new LinkedHashMap<>(of(file));
    answer.put("text", text.substring(begin, end));
    if (end < text.length()) {
      answer.put("next", end);
    }
    return JSON.writeValueAsString(answer);
  }

  /** Returns what a search found. */
  static String of(List<Found> found, boolean more) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("files", found.stream().map(FileAnswers::of).toList());
    answer.put("more", more);
    return JSON.writeValueAsString(answer);
  }

  private static Map<String, Object> of(Found found) {
    Map<String, Object> shown = new LinkedHashMap<>(of(found.file()));
    shown.put("lines", found.lines());
    return shown;
  }

  private static Map<String, Object> of(StoredFile file) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("namespace", file.namespace().path());
    shown.put("path", file.path());
    shown.put("bytes", file.bytes());
    shown.put("sha256", file.sha256());
    shown.put("writtenAt", file.writtenAt().toString());
    return shown;
  }
}
