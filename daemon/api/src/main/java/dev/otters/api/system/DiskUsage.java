package dev.otters.api.system;

import java.util.List;

/** The disk space that a daemon's home takes. */
public record DiskUsage(List<DiskRow> rows) {}
