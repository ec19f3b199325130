package dev.otters.cli.template;

import dev.otters.cli.command.Nearest;
import dev.otters.cli.template.Node.Expression;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Parses a template. */
final class Parser {
  private static final int LONGEST = 64 << 10;
  private static final int DEEPEST = 50;
  private static final String OPEN = "{{";
  private static final String CLOSE = "}}";

  private final String source;
  private final Set<String> variables = new HashSet<>(Set.of(""));
  private int at;
  private int depth;
  private boolean trim;
  private String keyword = "";

  private Parser(String source) {
    this.source = source;
  }

  static List<Node> parse(String source) {
    Parser parser = new Parser(source);
    if (source.length() > LONGEST) {
      throw new TemplateException("the template is longer than 64 KiB", null);
    }
    List<Node> nodes = parser.nodes();
    if (!parser.keyword.isEmpty()) {
      throw parser.wrong("unexpected '" + parser.keyword + "' without 'range' or 'if'");
    }
    return nodes;
  }

  /** Parses up to an {@code end} or {@code else}, which becomes the keyword, or to the end. */
  private List<Node> nodes() {
    deeper();
    List<Node> nodes = new ArrayList<>();
    keyword = "";
    while (at < source.length()) {
      text(nodes);
      if (at < source.length() && action(nodes)) {
        break;
      }
    }
    depth--;
    return List.copyOf(nodes);
  }

  private void text(List<Node> nodes) {
    int open = source.indexOf(OPEN, at);
    String text = source.substring(at, open < 0 ? source.length() : open);
    text = trim ? text.stripLeading() : text;
    trim = false;
    at = open < 0 ? source.length() : open + OPEN.length();
    if (open >= 0 && source.startsWith("- ", at)) {
      text = text.stripTrailing();
      at++;
    }
    if (!text.isEmpty()) {
      nodes.add(new Node.Text(text.replace("\\t", "\t").replace("\\n", "\n")));
    }
    if (open >= 0 && at == source.length()) {
      throw unclosed();
    }
  }

  /** Parses an action; returns whether it ends the list of nodes. */
  private boolean action(List<Node> nodes) {
    skipSpaces();
    int start = at;
    String word = word();
    switch (word) {
      case "range" -> nodes.add(range());
      case "if" -> nodes.add(condition());
      case "end", "else" -> {
        keyword = word;
        if (word.equals("else") && atWord("if")) {
          keyword = word + " " + word();
        } else {
          close();
        }
        return true;
      }
      default -> {
        at = start;
        nodes.add(new Node.Show(pipeline()));
        close();
      }
    }
    return false;
  }

  private Node range() {
    Set<String> outer = Set.copyOf(variables);
    int start = at;
    List<String> names = names();
    if (names.isEmpty()) {
      at = start;
    }
    Expression values = pipeline();
    close();
    variables.addAll(names);
    List<Node> body = nodes();
    variables.retainAll(outer);
    String key = names.size() == 2 ? names.getFirst() : null;
    @Nullable String element = names.isEmpty() ? null : names.getLast();
    return new Node.Range(key, element, values, body, otherwise("range"));
  }

  /** Parses the variables of {@code $k, $v := values}; empty when there are none. */
  private List<String> names() {
    List<String> names = new ArrayList<>();
    do {
      skipSpaces();
      if (!take("$")) {
        return List.of();
      }
      names.add(word());
      skipSpaces();
    } while (names.size() < 2 && take(","));
    return take(":=") ? names : List.of();
  }

  private Node condition() {
    Expression condition = pipeline();
    close();
    return new Node.If(condition, nodes(), otherwise("if"));
  }

  private List<Node> otherwise(String of) {
    if (keyword.isEmpty()) {
      throw new TemplateException("'" + of + "' has no {{end}}", "Add {{end}}.");
    }
    if (keyword.equals("end")) {
      keyword = "";
      return List.of();
    }
    if (keyword.equals("else if")) {
      if (of.equals("range")) {
        throw wrong("unexpected 'else if' after 'range'");
      }
      deeper();
      Node next = condition();
      depth--;
      return List.of(next);
    }
    List<Node> nodes = nodes();
    if (!keyword.equals("end")) {
      throw new TemplateException("'else' has no {{end}}", "Add {{end}}.");
    }
    keyword = "";
    return nodes;
  }

  private Expression pipeline() {
    deeper();
    Expression value = command(null);
    skipSpaces();
    while (take("|")) {
      value = command(value);
      skipSpaces();
    }
    depth--;
    return value;
  }

  /**
   * Parses an operand, or a function and its arguments.
   *
   * @param piped the last argument, null when nothing was piped
   */
  private Expression command(@Nullable Expression piped) {
    skipSpaces();
    int start = at;
    String name = word();
    if (name.isEmpty() || name.matches("true|false|\\d.*")) {
      at = start;
      if (piped != null) {
        throw wrong("'|' needs a function");
      }
      return operand().orElseThrow(() -> wrong("a value is missing"));
    }
    Function function = function(name);
    List<Expression> arguments = new ArrayList<>();
    for (Optional<Expression> next = operand(); next.isPresent(); next = operand()) {
      arguments.add(next.get());
    }
    if (piped != null) {
      arguments.add(piped);
    }
    if (arguments.size() < function.least() || arguments.size() > function.most()) {
      throw wrong("'" + name + "' does not take " + arguments.size() + " values");
    }
    return new Node.Call(function, arguments);
  }

  private Function function(String name) {
    return Stream.of(Function.values())
        .filter(one -> one.word().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  private TemplateException unknown(String name) {
    List<String> names = Stream.of(Function.values()).map(Function::word).toList();
    String remedy =
        Nearest.of(name, names)
            .map(near -> "Did you mean '" + near + "'?")
            .orElse("The functions are " + String.join(", ", names) + ".");
    return new TemplateException("unknown function '" + name + "'" + place(), remedy);
  }

  private Optional<Expression> operand() {
    skipSpaces();
    int start = at;
    Expression value;
    if (take("(")) {
      value = pipeline();
      skipSpaces();
      if (!take(")")) {
        throw wrong("')' is missing");
      }
    } else if (take("$")) {
      String name = word();
      if (!variables.contains(name)) {
        throw wrong("unknown variable '$" + name + "'");
      }
      value = new Node.Variable(name);
    } else if (take("\"")) {
      return Optional.of(new Node.Literal(quoted()));
    } else if (take("`")) {
      int end = source.indexOf('`', at);
      String text = source.substring(at, end < 0 ? at : end);
      at = end < 0 ? source.length() : end + 1;
      return Optional.of(new Node.Literal(text));
    } else if (take(".")) {
      String name = word();
      value = name.isEmpty() ? new Node.Dot() : new Node.Field(new Node.Dot(), name);
    } else {
      return constant(start);
    }
    return Optional.of(fields(value));
  }

  private Expression fields(Expression of) {
    Expression value = of;
    while (take(".")) {
      String name = word();
      if (name.isEmpty()) {
        throw wrong("a field is missing after '.'");
      }
      value = new Node.Field(value, name);
    }
    return value;
  }

  private Optional<Expression> constant(int start) {
    boolean negative = take("-");
    String word = word();
    if (!negative && (word.equals("true") || word.equals("false"))) {
      return Optional.of(new Node.Literal(Boolean.valueOf(word)));
    }
    if (word.matches("\\d{1,18}")) {
      return Optional.of(new Node.Literal(Long.valueOf((negative ? "-" : "") + word)));
    }
    at = start;
    if (at == source.length() || "|)}".indexOf(source.charAt(at)) >= 0 || atClose()) {
      return Optional.empty();
    }
    throw wrong("unexpected '" + (word.isEmpty() ? source.substring(at, at + 1) : word) + "'");
  }

  private String quoted() {
    StringBuilder text = new StringBuilder();
    while (at < source.length() && source.charAt(at) != '"') {
      char c = source.charAt(at++);
      if (c == '\\' && at < source.length()) {
        char escaped = source.charAt(at++);
        c = escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
      }
      text.append(c);
    }
    if (!take("\"")) {
      throw wrong("a quote is not closed");
    }
    return text.toString();
  }

  private void close() {
    skipSpaces();
    trim = source.startsWith("-" + CLOSE, at);
    at += trim ? 1 : 0;
    if (!take(CLOSE)) {
      throw at >= source.length()
          ? unclosed()
          : wrong("unexpected '" + source.substring(at, at + 1) + "'");
    }
  }

  private boolean atClose() {
    return source.startsWith(CLOSE, at) || source.startsWith("-" + CLOSE, at);
  }

  private void skipSpaces() {
    while (at < source.length() && Character.isWhitespace(source.charAt(at))) {
      at++;
    }
  }

  private boolean take(String text) {
    boolean found = source.startsWith(text, at);
    at += found ? text.length() : 0;
    return found;
  }

  private boolean atWord(String word) {
    skipSpaces();
    int start = at;
    boolean found = word().equals(word);
    at = start;
    return found;
  }

  private String word() {
    int start = at;
    while (at < source.length() && isWordPart(source.charAt(at))) {
      at++;
    }
    return source.substring(start, at);
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private void deeper() {
    if (++depth > DEEPEST) {
      throw wrong("the template is nested too deeply");
    }
  }

  private TemplateException unclosed() {
    return new TemplateException("'{{' is not closed", "Add '}}'.");
  }

  private TemplateException wrong(String what) {
    return new TemplateException(what + place(), null);
  }

  private String place() {
    return " at character " + Math.min(at + 1, source.length());
  }
}
