package dev.otters.cli.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a template. */
sealed interface Node {
  /** Text that is copied. */
  record Text(String text) implements Node {}

  /** An expression whose value is printed. */
  record Show(Expression value) implements Node {}

  /**
   * A {@code range}.
   *
   * @param key the name of the variable for the index or key, null for none
   * @param element the name of the variable for the element, null for none
   */
  record Range(
      @Nullable String key,
      @Nullable String element,
      Expression values,
      List<Node> body,
      List<Node> otherwise)
      implements Node {}

  /** An {@code if}. */
  record If(Expression condition, List<Node> body, List<Node> otherwise) implements Node {}

  /** An expression. */
  sealed interface Expression {}

  /** The dot. */
  record Dot() implements Expression {}

  /** A variable; the empty name is that of the whole data. */
  record Variable(String name) implements Expression {}

  /** A text, number or truth value. */
  record Literal(Object value) implements Expression {}

  /** A field of a value. */
  record Field(Expression of, String name) implements Expression {}

  /** A call of a function. */
  record Call(Function function, List<Expression> arguments) implements Expression {}
}
