package dev.otters.server.http;

import java.util.Locale;

/** A text in the exposition format of Prometheus. */
final class MetricsText {
  private final StringBuilder text = new StringBuilder();
  private String family = "";

  /** Begins a family of samples. */
  void family(String name, String type, String help) {
    family = name;
    text.append("# HELP %s %s\n# TYPE %s %s\n".formatted(name, help, name, type));
  }

  /** Adds a sample of the family, with names and values of labels. */
  void sample(Number value, String... labels) {
    text.append(family);
    for (int i = 0; i < labels.length; i += 2) {
      text.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
      text.append(escaped(labels[i + 1])).append('"');
    }
    text.append(labels.length == 0 ? " " : "} ").append(shown(value)).append('\n');
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static String shown(Number value) {
    return value instanceof Double
        ? String.format(Locale.ROOT, "%.6f", value.doubleValue())
        : value.toString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
