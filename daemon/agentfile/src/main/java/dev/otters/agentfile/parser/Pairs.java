package dev.otters.agentfile.parser;

import dev.otters.agentfile.ProblemCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;

/** The {@code key=value} operands of one directive, with unique keys. */
final class Pairs {
  private final SequencedMap<String, Pair> pairs = new LinkedHashMap<>();

  private Pairs() {}

  private record Pair(Token key, Token value) {}

  /** Reads pairs up to a quoted string or the end of the line. Keys are normalised first. */
  static Pairs read(Operands in, UnaryOperator<String> normal) {
    var read = new Pairs();
    while (in.seesWord()) {
      Token key = in.key("a key", "=");
      in.expect('=', "this needs = after " + key.shown() + ", as in key=value");
      Token value = in.adjacentValue();
      if (value.isPresent()
          && read.pairs.putIfAbsent(normal.apply(key.text()), new Pair(key, value)) != null) {
        in.check(ProblemCode.REPEATED_KEY, key, Optional.of("appears twice on this line"));
      }
    }
    return read;
  }

  /** Removes and returns the value of a key; empty if it is missing. */
  Optional<Token> take(String key) {
    return Optional.ofNullable(pairs.remove(key)).map(Pair::value);
  }

  /** Reports the remaining keys. */
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

  /** Returns the remaining keys with their operands. */
  Map<String, Token> keys() {
    var keys = new LinkedHashMap<String, Token>();
    pairs.forEach((key, pair) -> keys.put(key, pair.key()));
    return keys;
  }

  /** Returns the remaining values. */
  SequencedMap<String, String> texts() {
    var texts = new LinkedHashMap<String, String>();
    pairs.forEach((key, pair) -> texts.put(key, pair.value().text()));
    return texts;
  }
}
