package dev.otters.api.image;

import java.util.List;

/** The tags of a repository. */
public record TagList(String repository, List<String> tags) {}
