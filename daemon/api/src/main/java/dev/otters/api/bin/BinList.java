package dev.otters.api.bin;

import java.util.List;

/** The answer to a listing of BIN images, by reference. */
public record BinList(List<BinSummary> bins) {}
