package dev.otters.acceptance.language;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds texts that would print "1 steps": a plural after a number that can be 1.
 *
 * <p>A constant is no such number, neither is a bound ("more than …"), and a method that compares
 * with 1 chooses its words.
 */
final class Plurals extends TreeScanner<Void, Void> {
  private static final Pattern PLURAL =
      Pattern.compile(
          "^ (more |other |running |open |new )?(agents|attempts|blobs|calls|characters|days"
              + "|directives|entries|events|files|folders|hours|images|layers|lines|messages"
              + "|minutes|models|mounts|prompts|problems|processes|processors|references|requests"
              + "|seconds|sessions|steps|symlinks|times|tokens|tools|tries|turns)\\b");
  private static final Pattern FORMAT =
      Pattern.compile("%(\\d+\\$)?[ds] (agents|files|images|lines|seconds|steps|times|turns)\\b");
  private static final Pattern BOUND =
      Pattern.compile("(than( the| its)?|most|first|within|up to|limit of) $");
  private static final Pattern CONSTANT = Pattern.compile("\\(*([\\w.]+\\.)?[A-Z][A-Z0-9_]+\\b.*");
  private static final Pattern COMPARES_WITH_ONE = Pattern.compile("(==|!=|>) 1L?\\b|< 2\\b");

  private final SourceFile file;
  private final List<String> findings = new ArrayList<>();
  private boolean choosing;

  private Plurals(SourceFile file) {
    this.file = file;
  }

  static List<String> wrong(SourceFile file) {
    Plurals scanner = new Plurals(file);
    scanner.scan(file.tree(), null);
    return scanner.findings;
  }

  @Override
  public Void visitMethod(MethodTree method, Void unused) {
    boolean outer = choosing;
    choosing = COMPARES_WITH_ONE.matcher(file.textOf(method)).find();
    super.visitMethod(method, null);
    choosing = outer;
    return null;
  }

  @Override
  public Void visitBinary(BinaryTree sum, Void unused) {
    if (sum.getKind() == Tree.Kind.PLUS) {
      List<ExpressionTree> pieces = Pieces.of(sum);
      check(pieces);
      pieces.forEach(piece -> scan(piece, null));
      return null;
    }
    return super.visitBinary(sum, null);
  }

  @Override
  public Void visitLiteral(LiteralTree literal, Void unused) {
    Pieces.text(literal)
        .filter(text -> !choosing && FORMAT.matcher(text).find())
        .ifPresent(text -> report(literal, text));
    return null;
  }

  private void check(List<ExpressionTree> pieces) {
    for (int i = 1; i < pieces.size(); i++) {
      String text = Pieces.text(pieces.get(i)).orElse("");
      String before = i < 2 ? "" : Pieces.text(pieces.get(i - 2)).orElse("");
      ExpressionTree number = pieces.get(i - 1);
      if (PLURAL.matcher(text).find()
          && Pieces.text(number).isEmpty()
          && !CONSTANT.matcher(number.toString()).matches()
          && !BOUND.matcher(before).find()
          && !choosing) {
        report(pieces.get(i), number + " + \"" + text + '"');
      }
    }
  }

  private void report(Tree where, String what) {
    findings.add(file.at(where) + ": " + what);
  }
}
