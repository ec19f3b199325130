package dev.otters.api.resource;

import java.util.List;

/** All scratchpads that have entries, in the order of their ids. */
public record ScratchpadList(List<ScratchpadView> stores) {}
