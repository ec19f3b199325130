package dev.otters.oci.agent;

import dev.otters.agentfile.Quoted;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * The front matter of a {@code SKILL.md}: YAML between two lines {@code ---} at its start.
 *
 * @param name lower-case letters, digits and single hyphens, at most 64
 * @param description one line of 1 to 1,024 characters, without control characters
 */
record SkillManual(String name, String description) {
  static final String FILE = "SKILL.md";
  static final int LARGEST = 1 << 20;
  static final int LONGEST_DESCRIPTION = 1024;

  private static final int LARGEST_FRONT = 16 << 10;
  private static final int DEEPEST = 20;
  private static final Pattern FRONT =
      Pattern.compile("\\A---[ \\t]*\\r?\\n(.*?)^---[ \\t]*$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
  private static final int LONGEST_NAME = 64;

  /**
   * Reads a {@code SKILL.md}.
   *
   * @throws BuildContext.Refused if it does not follow the convention
   */
  static SkillManual of(byte[] content) throws BuildContext.Refused {
    if (content.length > LARGEST) {
      throw refused(" that is larger than 1 MiB");
    }
    String text = Utf8.decode(content).orElseThrow(() -> refused(" that is not UTF-8 text"));
    String start = text.substring(0, Math.min(text.length(), LARGEST_FRONT));
    var front = FRONT.matcher(start);
    if (!front.find()) {
      throw refused(
          " without front matter: it must start with a line '---', the name and the description"
              + " of the skill in YAML, and a line '---', in at most 16 KiB");
    }
    Map<String, Node> members = members(front.group(1));
    return new SkillManual(name(members), description(members));
  }

  private static Map<String, Node> members(String yaml) throws BuildContext.Refused {
    LoaderOptions options = new LoaderOptions();
    options.setNestingDepthLimit(DEEPEST);
    try {
      // Nodes do not expand aliases, so that a few lines cannot become a large object.
      Node root = new Yaml(new SafeConstructor(options)).compose(new StringReader(yaml));
      if (!(root instanceof MappingNode mapping)) {
        throw refused(" whose front matter is not a list of 'key: value' lines");
      }
      Map<String, Node> members = new HashMap<>();
      for (NodeTuple tuple : mapping.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode key
            && members.put(key.getValue(), tuple.getValueNode()) != null) {
          throw refused(" whose front matter has a key twice: " + Quoted.of(key.getValue()));
        }
      }
      return members;
    } catch (YAMLException e) {
      throw refused(" whose front matter is not valid YAML" + place(e));
    }
  }

  private static String place(YAMLException e) {
    return e instanceof MarkedYAMLException marked && marked.getProblemMark() != null
        ? ", line " + (marked.getProblemMark().getLine() + 2)
        : "";
  }

  private static String name(Map<String, Node> members) throws BuildContext.Refused {
    String name = text(members, "name");
    if (name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
      throw refused(
          " with the name "
              + Quoted.of(name)
              + ", which must be 1 to 64 lower-case letters, digits and single hyphens between"
              + " them");
    }
    return name;
  }

  private static String description(Map<String, Node> members) throws BuildContext.Refused {
    String description = text(members, "description").strip().replaceAll("\\s+", " ");
    if (description.isEmpty() || description.length() > LONGEST_DESCRIPTION) {
      throw refused(" whose description is empty or longer than 1024 characters");
    }
    if (!isText(description)) {
      throw refused(" whose description has control characters");
    }
    return description;
  }

  /** Returns whether a text has no control characters and no halves of characters. */
  static boolean isText(String text) {
    return text.codePoints()
        .map(Character::getType)
        .noneMatch(type -> type == Character.CONTROL || type == Character.SURROGATE);
  }

  private static String text(Map<String, Node> members, String key) throws BuildContext.Refused {
    if (members.get(key) instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw refused(
        members.containsKey(key)
            ? " whose " + key + " is not text"
            : " without a " + key + " in its front matter");
  }

  private static BuildContext.Refused refused(String why) {
    return new BuildContext.Refused("has a " + FILE + why);
  }
}
