package dev.otters.api.durable;

import java.util.List;

/** Durable files, or versions of one. */
public record DurableFileList(List<DurableFile> files) {}
