package dev.otters.api.image;

import java.util.List;

/** The result of a pull or load: all images that arrived, the requested one first. */
public record TransferList(List<Transfer> images) {}
