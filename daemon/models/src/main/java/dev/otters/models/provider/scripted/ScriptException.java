package dev.otters.models.provider.scripted;

import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.Node;

/** Says what is wrong with a script, beginning with {@code file:line:}. */
final class ScriptException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ScriptException(String file, Node node, String message) {
    this(file, node.getStartMark(), message);
  }

  ScriptException(String file, Mark mark, String message) {
    super(file + ":" + (mark.getLine() + 1) + ": " + message);
  }

  ScriptException(String file, String message) {
    super(file + ": " + message);
  }
}
