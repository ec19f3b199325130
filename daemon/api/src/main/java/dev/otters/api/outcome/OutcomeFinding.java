package dev.otters.api.outcome;

/**
 * The finding of an evaluation about a criterion.
 *
 * @param text the criterion
 * @param result {@code met}, {@code unmet}, {@code missing}, {@code undecided} or {@code uncertain}
 * @param evidence what was seen, without secrets
 */
public record OutcomeFinding(String text, String result, String evidence) {}
