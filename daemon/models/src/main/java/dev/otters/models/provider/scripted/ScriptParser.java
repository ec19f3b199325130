package dev.otters.models.provider.scripted;

import dev.otters.home.yaml.YamlFileException;
import dev.otters.home.yaml.YamlReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads a script, and throws a {@link YamlFileException} for its first error. */
final class ScriptParser {
  private static final Pattern DELAY = Pattern.compile("(\\d{1,6})(ms|s)");
  private static final Set<String> RULE = Set.of("when", "step", "say", "call", "delay");

  private final YamlReader yaml;

  private ScriptParser(String file) {
    this.yaml = new YamlReader(file);
  }

  static List<Rule> parse(String file, String text) {
    ScriptParser parser = new ScriptParser(file);
    Node root =
        parser
            .yaml
            .document(text)
            .orElseThrow(
                () ->
                    new YamlFileException(
                        file, 0, "the script is empty; it needs a list \"rules\""));
    return parser.rules(root);
  }

  private List<Rule> rules(Node root) {
    Node rules = yaml.mapping(root, "the script", Set.of("rules")).get("rules");
    if (rules == null) {
      throw yaml.wrong(root, "the script needs a list \"rules\"");
    }
    List<Node> items = yaml.sequence(rules, "rules");
    if (items.isEmpty()) {
      throw yaml.wrong(rules, "rules must not be empty");
    }
    return items.stream().map(this::rule).toList();
  }

  private Rule rule(Node node) {
    Map<String, Node> members = yaml.mapping(node, "a rule", RULE);
    String say = yaml.maybeText(members, "say").orElse("");
    List<Rule.Call> calls = calls(members.get("call"));
    if (say.isEmpty() && calls.isEmpty()) {
      throw yaml.wrong(node, "a rule needs \"say\" or \"call\"");
    }
    Node when = members.get("when");
    Map<String, Node> conditions =
        when == null ? Map.of() : yaml.mapping(when, "when", Set.of("user", "result"));
    return new Rule(
        pattern(conditions, "user"),
        Optional.ofNullable(conditions.get("result")).map(this::result),
        step(members.get("step")),
        say,
        calls,
        delay(members.get("delay")));
  }

  private Rule.Result result(Node node) {
    Map<String, Node> members = yaml.mapping(node, "result", Set.of("tool", "matches"));
    return new Rule.Result(yaml.maybeText(members, "tool"), pattern(members, "matches"));
  }

  private List<Rule.Call> calls(@Nullable Node node) {
    if (node == null) {
      return List.of();
    }
    List<Node> items = node instanceof SequenceNode ? yaml.sequence(node, "call") : List.of(node);
    return items.stream().map(this::call).toList();
  }

  private Rule.Call call(Node node) {
    Map<String, Node> members =
        yaml.mapping(node, "call", Set.of("tool", "args", "stdin", "input"));
    String tool =
        yaml.maybeText(members, "tool")
            .orElseThrow(() -> yaml.wrong(node, "call needs the name of a \"tool\""));
    Node args = members.get("args");
    List<String> arguments =
        args == null
            ? List.of()
            : yaml.sequence(args, "args").stream()
                .map(arg -> yaml.text(arg, "an argument"))
                .toList();
    Optional<String> stdin = yaml.maybeText(members, "stdin");
    Optional<String> input = yaml.maybeText(members, "input");
    if (input.isPresent() && (args != null || stdin.isPresent())) {
      throw yaml.wrong(node, "call has either \"input\", or \"args\" and \"stdin\"");
    }
    return new Rule.Call(tool, arguments, stdin.orElse(""), input);
  }

  private Optional<Pattern> pattern(Map<String, Node> members, String key) {
    Node node = members.get(key);
    if (node == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Pattern.compile(yaml.text(node, key)));
    } catch (PatternSyntaxException e) {
      throw yaml.wrong(node, "\"" + key + "\" is not a regular expression: " + e.getDescription());
    }
  }

  private OptionalInt step(@Nullable Node node) {
    if (node == null) {
      return OptionalInt.empty();
    }
    String text = yaml.text(node, "step");
    if (!text.matches("[1-9]\\d{0,3}")) {
      throw yaml.wrong(node, "step must be 1 or greater");
    }
    return OptionalInt.of(Integer.parseInt(text));
  }

  private Duration delay(@Nullable Node node) {
    if (node == null) {
      return Duration.ZERO;
    }
    Matcher delay = DELAY.matcher(yaml.text(node, "delay"));
    if (!delay.matches()) {
      throw yaml.wrong(node, "delay must look like 50ms or 2s");
    }
    long amount = Long.parseLong(delay.group(1));
    return delay.group(2).equals("ms") ? Duration.ofMillis(amount) : Duration.ofSeconds(amount);
  }
}
