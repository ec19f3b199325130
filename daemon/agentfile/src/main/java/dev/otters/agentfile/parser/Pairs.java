package dev.otters.agentfile.parser;

import dev.otters.agentfile.ProblemCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;

/** Holds the {@code key=value} operands of one directive, each key once. */
final class Pairs {
  private final SequencedMap<String, Pair> pairs = new LinkedHashMap<>();

  private Pairs() {}

  private record Pair(Token key, Token value) {}

  /** Reads pairs up to a quoted string or the end of the line; keys are compared as normalised. */
  static Pairs read(Operands in, UnaryOperator<String> normal) {
    var read = new Pairs();
    while (in.seesWord()) {
      Token key = in.key("a key", "=");
      in.expect('=', "this needs = after " + key.shown() + ", as in key=value");
      Token value = in.adjacentValue();
      if (value.isPresent()
          && read.pairs.putIfAbsent(normal.apply(key.text()), new Pair(key, value)) != null) {
        in.check(ProblemCode.REPEATED_KEY, key, Optional.of("stands twice on this line"));
      }
    }
    return read;
  }

  /** Takes the value of a key out; empty when it is not there. */
  Optional<Token> take(String key) {
    return Optional.ofNullable(pairs.remove(key)).map(Pair::value);
  }

  /** Reports every key that was not taken. */
  void refuseTheRest(Operands in, List<String> allowed) {
    pairs.forEach(
        (key, pair) ->
            in.error(
                ProblemCode.INVALID_KEY,
                pair.key(),
                "is not a key of this directive",
                allowed,
                () -> Suggestions.nearest(key, allowed)));
  }

  /** Returns the keys that were not taken, with the operand that names each. */
  Map<String, Token> keys() {
    var keys = new LinkedHashMap<String, Token>();
    pairs.forEach((key, pair) -> keys.put(key, pair.key()));
    return keys;
  }

  /** Returns the values that were not taken. */
  SequencedMap<String, String> texts() {
    var texts = new LinkedHashMap<String, String>();
    pairs.forEach((key, pair) -> texts.put(key, pair.value().text()));
    return texts;
  }
}
