package dev.otters.api.resource;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a listing of files.
 *
 * @param files in the order of their namespaces and paths
 * @param next the value of {@code after} for the next page, null if there is none
 */
public record FileList(List<FileView> files, @Nullable String next) {}
