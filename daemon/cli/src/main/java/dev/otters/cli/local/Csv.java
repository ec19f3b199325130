package dev.otters.cli.local;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a line of CSV. A field in double quotes may contain commas; a doubled quote stands for
 * one.
 */
final class Csv {
  private Csv() {}

  static List<String> split(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        field.append('"');
        i++;
      } else if (c == '"' && (quoted || field.isEmpty())) {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
