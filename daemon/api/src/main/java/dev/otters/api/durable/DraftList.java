package dev.otters.api.durable;

import java.util.List;

/** The drafts of a session, ordered by their paths. */
public record DraftList(List<DraftView> drafts) {}
