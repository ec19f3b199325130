package dev.otters.api;

import java.util.List;

/**
 * The result of removing an image.
 *
 * @param refs the references that were removed
 */
public record RemovalResult(List<String> refs) {}
