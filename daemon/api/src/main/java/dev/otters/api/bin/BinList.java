package dev.otters.api.bin;

import dev.otters.api.Absent;
import java.util.List;

/** The answer to a listing of BIN images, by reference. */
public record BinList(List<BinSummary> bins) {
  /** Fills in what an answer left out. */
  public BinList {
    bins = Absent.list(bins);
  }
}
