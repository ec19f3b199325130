package dev.otters.api.image;

import dev.otters.api.Absent;
import java.util.List;

/** The answer to a listing of agent images, by reference. */
public record ImageList(List<ImageSummary> images) {
  /** Fills in what an answer left out. */
  public ImageList {
    images = Absent.list(images);
  }
}
