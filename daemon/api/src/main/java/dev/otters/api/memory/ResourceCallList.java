package dev.otters.api.memory;

import java.util.List;

/**
 * The answer to a listing of calls of providers.
 *
 * @param calls the newest first
 */
public record ResourceCallList(List<ResourceCallView> calls) {}
