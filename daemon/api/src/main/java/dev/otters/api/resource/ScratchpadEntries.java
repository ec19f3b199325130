package dev.otters.api.resource;

import java.util.List;

/** The entries of a scratchpad, the oldest first. */
public record ScratchpadEntries(String id, List<ScratchEntryView> entries) {}
