package dev.otters.api;

import java.util.List;

/** Is the answer to a listing of agent images, by reference. */
public record ImageList(List<ImageSummary> images) {
  /** Fills in what an answer left out. */
  public ImageList {
    images = Absent.list(images);
  }
}
