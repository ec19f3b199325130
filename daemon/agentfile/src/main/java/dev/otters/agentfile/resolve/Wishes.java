package dev.otters.agentfile.resolve;

import dev.otters.agentfile.LabelKeys;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The needs that an image states in its labels. Malformed labels are ignored.
 *
 * @param requiredEnv groups of ENV keys; the agent needs one of each group
 * @param requiredMounts absolute targets of mounts that the agent needs
 * @param allowHosts hosts that the agent asks to reach
 * @param askTools tools whose calls should need an approval
 * @param memory memory in bytes
 * @param cpus the number of processors
 * @param pids the number of processes and threads
 */
public record Wishes(
    List<List<String>> requiredEnv,
    List<String> requiredMounts,
    List<String> allowHosts,
    List<String> askTools,
    OptionalLong memory,
    OptionalDouble cpus,
    OptionalInt pids) {
  private static final Pattern BYTES =
      Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,6})?)([kmgt]?)(?:i?b)?", Pattern.CASE_INSENSITIVE);
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,4}(?:\\.[0-9]{1,6})?");
  private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,8}");

  /** Copies the lists. */
  public Wishes {
    requiredEnv = requiredEnv.stream().map(List::copyOf).toList();
    requiredMounts = List.copyOf(requiredMounts);
    allowHosts = List.copyOf(allowHosts);
    askTools = List.copyOf(askTools);
  }

  /** Parses labels. */
  public static Wishes of(Map<String, String> labels) {
    return new Wishes(
        WishText.keys(text(labels, LabelKeys.REQUIRED_ENV)),
        WishText.targets(text(labels, LabelKeys.REQUIRED_MOUNTS)),
        WishText.words(text(labels, LabelKeys.ALLOW_HOSTS)),
        WishText.words(text(labels, LabelKeys.ASK_TOOLS)),
        bytes(text(labels, LabelKeys.MEMORY)),
        cpus(text(labels, LabelKeys.CPUS)),
        pids(text(labels, LabelKeys.PIDS)));
  }

  /**
   * Returns what is wrong with the value of a label; empty for a valid one and for any other label.
   */
  public static Optional<String> complaintAbout(String key, String value) {
    return switch (key) {
      case LabelKeys.MEMORY ->
          unless(bytes(value).isPresent(), "must be a number of bytes such as 512m or 2g");
      case LabelKeys.CPUS ->
          unless(cpus(value).isPresent(), "must be a number greater than 0 such as 1.5");
      case LabelKeys.PIDS -> unless(pids(value).isPresent(), "must be a whole number such as 100");
      case LabelKeys.REQUIRED_ENV ->
          unless(
              value.isEmpty() || !WishText.keys(value).isEmpty(),
              "must be a list of keys, separated by commas");
      case LabelKeys.REQUIRED_MOUNTS ->
          unless(
              value.isEmpty() || !WishText.targets(value).isEmpty(),
              "must be a list of targets, separated by commas");
      default ->
          unless(
              !LabelKeys.all().contains(key) || !WishText.words(value).isEmpty(),
              "must be a list, separated by commas");
    };
  }

  /** Tells whether a label may have any text, as in the upstream project. */
  public static boolean mayBeAnyText(String key) {
    return key.equals(LabelKeys.REQUIRED_ENV) || key.equals(LabelKeys.REQUIRED_MOUNTS);
  }

  /** Returns the target of a mount as an absolute path. Relative ones are below the workspace. */
  public static String target(String text) {
    String absolute = text.startsWith("/") ? text : "/workspace/" + text;
    return absolute.length() > 1 && absolute.endsWith("/")
        ? absolute.substring(0, absolute.length() - 1)
        : absolute;
  }

  private static Optional<String> unless(boolean fine, String complaint) {
    return fine ? Optional.empty() : Optional.of(complaint);
  }

  private static String text(Map<String, String> labels, String key) {
    return labels.getOrDefault(key, "");
  }

  private static OptionalLong bytes(String text) {
    Matcher matcher = BYTES.matcher(text.strip());
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    String unit = matcher.group(2).toLowerCase(Locale.ROOT);
    int power = unit.isEmpty() ? 0 : "kmgt".indexOf(unit) + 1;
    double bytes = Double.parseDouble(matcher.group(1)) * Math.pow(1024, power);
    return bytes >= 1 && bytes < 0x1p62 ? OptionalLong.of((long) bytes) : OptionalLong.empty();
  }

  private static OptionalDouble cpus(String text) {
    String number = text.strip();
    return NUMBER.matcher(number).matches() && Double.parseDouble(number) > 0
        ? OptionalDouble.of(Double.parseDouble(number))
        : OptionalDouble.empty();
  }

  private static OptionalInt pids(String text) {
    String number = text.strip();
    return COUNT.matcher(number).matches()
        ? OptionalInt.of(Integer.parseInt(number))
        : OptionalInt.empty();
  }
}
