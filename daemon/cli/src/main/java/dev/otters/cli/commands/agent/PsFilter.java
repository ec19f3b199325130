package dev.otters.cli.commands.agent;

import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentSummary;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Filters of {@code ps}, as in Docker: of the filters with one key, one must match, but all labels.
 */
final class PsFilter implements Predicate<AgentSummary> {
  static final Option OPTION =
      Option.many(
          "KEY=VALUE",
          "Show only agents that match: id, name, status, label, image or ancestor",
          "-f",
          "--filter");

  private static final List<String> KEYS =
      List.of("id", "name", "status", "label", "image", "ancestor");

  private final Map<String, Predicate<AgentSummary>> filters = new TreeMap<>();
  private boolean ended;

  /** Parses the values of the option. Throws for an unknown key or status. */
  PsFilter(List<String> values) {
    for (String value : values) {
      Filter given = Filter.of(value, KEYS);
      filters.merge(
          given.key(),
          filter(given.key(), given.value()),
          given.key().equals("label") ? Predicate::and : Predicate::or);
    }
  }

  /** Returns whether a filter names a status that {@code ps} shows only with {@code -a}. */
  boolean ended() {
    return ended;
  }

  @Override
  public boolean test(AgentSummary agent) {
    return filters.values().stream().allMatch(filter -> filter.test(agent));
  }

  private Predicate<AgentSummary> filter(String key, String value) {
    return switch (key) {
      case "id" -> agent -> agent.id().replace("-", "").startsWith(value.replace("-", ""));
      case "name" -> name(value);
      case "status" -> status(value);
      case "label" -> label(value);
      default -> agent -> isImage(agent.image(), value);
    };
  }

  private static Predicate<AgentSummary> name(String value) {
    try {
      Pattern pattern = Pattern.compile(value);
      return agent -> pattern.matcher(agent.name()).find();
    } catch (PatternSyntaxException e) {
      throw UsageException.of(
          "--filter name='" + value + "': " + e.getDescription(), "Write a name or a pattern.");
    }
  }

  private Predicate<AgentSummary> status(String value) {
    AgentStatus status =
        Stream.of(AgentStatus.values())
            .filter(one -> one.toString().equals(value))
            .findFirst()
            .orElseThrow(() -> unknownStatus(value));
    ended |= !status.running();
    return agent -> agent.state().status() == status;
  }

  private static UsageException unknownStatus(String value) {
    String all =
        Stream.of(AgentStatus.values())
            .map(AgentStatus::toString)
            .collect(Collectors.joining(", "));
    return UsageException.of(
        "--filter status='" + value + "': unknown status", "Use one of " + all + ".");
  }

  private static Predicate<AgentSummary> label(String value) {
    int equals = value.indexOf('=');
    return equals < 0
        ? agent -> agent.labels().containsKey(value)
        : agent ->
            value.substring(equals + 1).equals(agent.labels().get(value.substring(0, equals)));
  }

  private static boolean isImage(String image, String value) {
    return image.equals(value)
        || image.equals(value + ":latest")
        || image.startsWith("sha256:" + value);
  }
}
