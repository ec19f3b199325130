package dev.otters.api.image;

import dev.otters.api.Absent;
import java.util.List;

/** The result of a pull or load: all images that arrived, the requested one first. */
public record TransferList(List<Transfer> images) {
  /** Fills in what an answer left out. */
  public TransferList {
    images = Absent.list(images);
  }
}
