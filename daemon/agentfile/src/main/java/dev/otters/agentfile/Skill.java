package dev.otters.agentfile;

/**
 * A SKILL: a folder with {@code SKILL.md} and the files that it mentions.
 *
 * @param name the name of the folder in {@code /opt/skills}
 * @param description empty if there is none
 */
public record Skill(String name, Source source, String description) implements Declaration {
  /** The source of the folder. */
  public sealed interface Source {}

  /**
   * A folder of the build context. The path is relative, with {@code /}, not yet checked for links.
   */
  public record Folder(String path) implements Source {
    @Override
    public String toString() {
      return path;
    }
  }

  /** An image that contains the folder. */
  public record Image(ImageName name) implements Source {
    @Override
    public String toString() {
      return name.toString();
    }
  }

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the name is not valid
   */
  public Skill {
    Names.require("SKILL", name);
  }

  @Override
  public Rule rule() {
    return Rule.INHERITED;
  }
}
