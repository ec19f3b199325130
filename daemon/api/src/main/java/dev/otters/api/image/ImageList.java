package dev.otters.api.image;

import java.util.List;

/** The answer to a listing of agent images, by reference. */
public record ImageList(List<ImageSummary> images) {}
