package dev.otters.api.image;

import dev.otters.api.Absent;
import java.util.List;

/** Is the result of a pull or load: every image that it brought, the wanted one first. */
public record TransferList(List<Transfer> images) {
  /** Fills in what an answer left out. */
  public TransferList {
    images = Absent.list(images);
  }
}
