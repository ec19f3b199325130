package dev.otters.agentfile.parser;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Places;
import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parses one file line by line. */
final class Script {
  private static final String MISSING_FROM = "the first instruction must be FROM";

  private final SourceText source;
  private final Problems problems;
  private final Expander expander;
  private final Draft draft;
  private Optional<Spot> first = Optional.empty();
  private boolean fromSeen;

  Script(SourceText source, Map<String, String> buildArgs, Problems problems) {
    this.source = source;
    this.problems = problems;
    expander = new Expander(buildArgs, problems);
    draft = new Draft(problems, expander);
  }

  /** Parses the file; empty if an error was reported. */
  Optional<Agentfile> read() {
    int line = 0;
    while (line < source.lines().size()) {
      line = readLine(line);
    }
    if (!fromSeen) {
      problems.error(
          ProblemCode.MISSING_FROM,
          first.orElse(Spot.FILE),
          MISSING_FROM,
          List.of(Directive.FROM.usage()));
    }
    draft.checkNeededBins();
    expander.checkBuildArgs();
    return problems.hasErrors() ? Optional.empty() : Optional.of(draft.agentfile(source.text()));
  }

  /** Returns the places of all declarations. */
  Places places() {
    return draft.places();
  }

  /** Parses a line with its heredoc, and returns the index of the next line. */
  private int readLine(int number) {
    String text = source.lines().get(number);
    int start = number == 0 && text.startsWith(SourceText.BOM) ? 1 : 0;
    while (start < text.length() && Cursor.isBlank(text.charAt(start))) {
      start++;
    }
    if (start == text.length()) {
      return number + 1;
    }
    if (text.charAt(start) == '#') {
      SyntaxComment.check(source.spot(number, start), problems);
      return number + 1;
    }
    return readInstruction(source.spot(number, start));
  }

  private int readInstruction(Spot start) {
    Optional<Heredoc.Opening> opening = Heredoc.find(start.text());
    Optional<Heredoc> heredoc =
        opening.map(it -> Heredoc.read(source, start.line() - 1, it, problems));
    int end = opening.map(Heredoc.Opening::start).orElse(start.text().length());
    if (Characters.check(start, problems)) {
      readDirective(start, end, heredoc);
    } else if (first.isEmpty()) {
      fromSeen = true;
    }
    if (first.isEmpty()) {
      first = Optional.of(start);
    }
    return heredoc.map(Heredoc::next).orElse(start.line());
  }

  private void readDirective(Spot start, int end, Optional<Heredoc> heredoc) {
    int keywordEnd = keywordEnd(start.text(), start.index());
    String keyword = start.text().substring(start.index(), keywordEnd);
    Optional<Directive> directive = Directive.find(keyword);
    if (directive.isEmpty()) {
      unknown(keyword, start.to(keywordEnd));
      return;
    }
    ExpandedLine rest = expander.expand(start, keywordEnd, Math.max(keywordEnd, end));
    apply(directive.get(), start.to(keywordEnd), rest, heredoc);
  }

  private void apply(
      Directive directive, Spot start, ExpandedLine rest, Optional<Heredoc> heredoc) {
    heredoc
        .filter(it -> !directive.takesHeredoc())
        .ifPresent(
            it ->
                problems.error(
                    ProblemCode.UNEXPECTED_HEREDOC,
                    it.spot(),
                    directive
                        + " does not accept a heredoc; only "
                        + Directive.ofHeredocs()
                        + " do"));
    if (directive == Directive.FROM) {
      checkFrom(start);
    }
    var in = new Operands(directive, new Cursor(rest, problems), heredoc, problems);
    directive.read(in, draft);
  }

  private void checkFrom(Spot start) {
    if (fromSeen) {
      problems.error(ProblemCode.REPEATED_FROM, start, "FROM must appear exactly once");
    } else if (first.isPresent()) {
      problems.error(
          ProblemCode.MISSING_FROM, first.get(), MISSING_FROM, List.of(Directive.FROM.usage()));
    }
    fromSeen = true;
  }

  private void unknown(String keyword, Spot start) {
    if (first.isEmpty() && Directive.nearest(keyword).equals(Optional.of(Directive.FROM))) {
      fromSeen = true;
    }
    problems.error(
        ProblemCode.UNKNOWN_DIRECTIVE,
        start,
        "unknown directive " + Quoted.of(keyword),
        Directive.names(),
        () -> Directive.nearest(keyword).map(Directive::name));
  }

  /**
   * Returns the end of the first word. {@code EXEC[} ends before the bracket, as in upstream files.
   */
  private static int keywordEnd(String text, int start) {
    if (text.regionMatches(true, start, "EXEC[", 0, 5)) {
      return start + 4;
    }
    int end = start;
    while (end < text.length() && !Cursor.isBlank(text.charAt(end))) {
      end++;
    }
    return end;
  }
}
