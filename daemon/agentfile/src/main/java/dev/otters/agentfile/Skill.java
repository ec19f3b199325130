package dev.otters.agentfile;

/**
 * Gives the agent a skill: a folder with {@code SKILL.md} and the files that it speaks of.
 *
 * @param name the folder's name under {@code /opt/skills}
 * @param description empty if none
 */
public record Skill(String name, Source source, String description) {
  /** Says where the folder comes from. */
  public sealed interface Source {}

  /** A folder of the build context: a relative path with {@code /}, to be checked for links. */
  public record Folder(String path) implements Source {
    @Override
    public String toString() {
      return path;
    }
  }

  /** An image that holds the folder. */
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
}
