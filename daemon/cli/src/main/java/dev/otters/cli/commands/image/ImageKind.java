package dev.otters.cli.commands.image;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;

/** The two kinds of images, which share commands. */
enum ImageKind {
  AGENT("image", "images", Group.IMAGES, "agent image", "guide:latest"),
  BIN("bin", "bins", Group.BINS, "BIN image", "tools/sh:1");

  private final String word;
  private final String segment;
  private final Group group;
  private final String title;
  private final String sample;

  ImageKind(String word, String segment, Group group, String title, String sample) {
    this.word = word;
    this.segment = segment;
    this.group = group;
    this.title = title;
    this.sample = sample;
  }

  /** Returns a command for this kind of images. */
  Command command(String verb, String summary) {
    return Command.of(word + " " + verb, group, summary);
  }

  /** Returns the term for one image. */
  String title() {
    return title;
  }

  /** Returns a name for examples. */
  String sample() {
    return sample;
  }

  /** Returns the first word of its commands. */
  String word() {
    return word;
  }

  /** Returns a route to this kind of images. */
  Route route() {
    return Route.of(segment);
  }

  /** Returns a route to an operation on this kind of images. */
  Route route(String operation) {
    return Route.of(segment, operation);
  }
}
