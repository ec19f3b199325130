package dev.otters.models.provider.scripted;

import dev.otters.home.yaml.YamlNodes;
import org.yaml.snakeyaml.nodes.Node;

/** An error of a script, whose message starts with {@code file:line:}. */
final class ScriptException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ScriptException(String file, Node node, String message) {
    this(file, YamlNodes.line(node), message);
  }

  ScriptException(String file, int line, String message) {
    super(file + (line == 0 ? "" : ":" + line) + ": " + message);
  }

  ScriptException(String file, String message) {
    super(file + ": " + message);
  }
}
