package dev.otters.acceptance.language;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes apart the expressions that make texts. */
final class Pieces {
  private Pieces() {}

  /** Returns the operands of a concatenation, and an expression of another kind as it is. */
  static List<ExpressionTree> of(ExpressionTree expression) {
    List<ExpressionTree> pieces = new ArrayList<>();
    collect(expression, pieces);
    return pieces;
  }

  /** Returns the text of a string literal, empty for any other expression. */
  static Optional<String> text(Tree expression) {
    return expression instanceof LiteralTree literal && literal.getValue() instanceof String text
        ? Optional.of(text)
        : Optional.empty();
  }

  private static void collect(ExpressionTree expression, List<ExpressionTree> pieces) {
    switch (expression) {
      case BinaryTree sum when sum.getKind() == Tree.Kind.PLUS -> {
        collect(sum.getLeftOperand(), pieces);
        collect(sum.getRightOperand(), pieces);
      }
      case ParenthesizedTree inner when inner.getExpression() instanceof BinaryTree ->
          collect(inner.getExpression(), pieces);
      default -> pieces.add(expression);
    }
  }
}
