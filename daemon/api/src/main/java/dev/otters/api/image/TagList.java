package dev.otters.api.image;

import dev.otters.api.Absent;
import java.util.List;

/** The tags of a repository. */
public record TagList(String repository, List<String> tags) {
  /** Fills in what an answer left out. */
  public TagList {
    tags = Absent.list(tags);
  }
}
