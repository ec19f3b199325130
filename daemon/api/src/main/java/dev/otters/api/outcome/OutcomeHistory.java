package dev.otters.api.outcome;

import java.util.List;

/** The evaluations of a session, the newest first. */
public record OutcomeHistory(List<OutcomeEvaluation> evaluations) {}
