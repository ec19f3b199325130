package dev.otters.agents.deaths;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The scripted sessions. A plan says what the model does: the steps of a turn, separated by {@code
 * |}, each with the tools that it calls at once.
 */
enum Scenario {
  ANSWERS(say("m1", ""), rest(), say("m2", ""), rest()),
  TOOL(say("m1", "sh"), rest()),
  STEPS(say("m1", "sh | sh | sh"), rest()),
  PARALLEL_CALLS(say("m1", "sh sh sh | sh sh"), rest()),
  APPROVAL(say("m1", "deploy | sh"), rest()),
  DENIAL(say("m1", "drop | sh"), rest()),
  APPROVALS_BESIDE_CALLS(say("m1", "deploy sh deploy | sh"), rest()),
  MESSAGE_DURING_APPROVAL(say("m1", "wait sh"), sayAfter("nothing", "m2", "sh"), rest()),
  CLIENT_TOOL(create(true, "", null), say("m1", "weather sh | weather"), rest()),
  WAKE(wake("w1", "sh"), rest()),
  WAKE_OF_THE_MODEL(say("m1", "wake-schedule | sh"), rest()),
  INTERRUPT(say("m1", "sh | hang"), rest(), say("m2", "sh"), rest()),
  INTERRUPTED_APPROVAL(say("m1", "forget"), rest(), say("m2", "sh"), rest()),
  BUDGET(
      create(false, "3000", null),
      say("m1", "sh"),
      rest(),
      say("m2", "big"),
      rest(),
      say("m3", "sh"),
      rest()),
  RETRY(say("m1", "sh | fail sh"), rest()),
  MESSAGE_DURING_TURN(say("m1", "sh | sh"), sayAfter("m1.1.0", "m2", "sh"), rest()),
  TWO_SESSIONS(say("s1", "m1", "sh sh | sh"), say("s2", "m2", "sh | sh"), rest()),
  COMPACTION(
      say("m1", "sh"),
      rest(),
      say("m2", ""),
      rest(),
      say("m3", "sh | sh"),
      rest(),
      say("m4", "sh"),
      rest(),
      say("m5", ""),
      rest()),
  REMOVAL(wake("w1", "sh"), say("m1", "sh | wait"), remove(), say("m2", "sh"), rest()),
  FORCED_REMOVAL(say("m1", "sh | hang"), remove(), say("m2", "sh"), rest()),
  EXPIRY(
      create(false, "", Duration.ofMinutes(5)),
      wake("w1", "sh"),
      say("m1", "sh | wait"),
      new Act.Expire(),
      rest()),
  RETENTION(say("m1", "sh"), rest(), new Act.Forget(), say("m2", "sh"), rest());

  /** How long sessions are kept by the rule of {@link #RETENTION}. */
  static final Duration KEPT = Duration.ofHours(1);

  /** The session of all scenarios but one. */
  static final String SESSION = "s1";

  @SuppressWarnings("ImmutableEnumChecker") // made of records, and copied
  private final List<Act> acts;

  Scenario(Act... acts) {
    this.acts = List.of(acts);
  }

  /** Something that the client does. */
  sealed interface Act {
    /** Sends a message, once a call has had its effect or nothing moves. */
    record Say(String session, String id, String text, String after) implements Act {}

    /** Schedules a wake. */
    record Wake(String id, String note, Duration delay) implements Act {}

    /** Creates the session, with a tool of the client, a budget in tokens, or an end. */
    record Create(boolean tool, String budget, @Nullable Duration expires) implements Act {}

    /** Removes the session, while its model hangs or when nothing moves. */
    record Remove() implements Act {}

    /** Waits for the end of the session, and says something that is refused then. */
    record Expire() implements Act {}

    /** Waits until the session is deleted because nobody uses it. */
    record Forget() implements Act {}

    /** Waits until all messages and wakes are dealt with. */
    record Rest() implements Act {}
  }

  List<Act> acts() {
    return acts;
  }

  /** Returns the name as the page has it. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static String plan(String id, String plan) {
    return "plan " + id + ": " + plan;
  }

  private static Act say(String id, String plan) {
    return say(SESSION, id, plan);
  }

  private static Act say(String session, String id, String plan) {
    return new Act.Say(session, id, plan(id, plan), "");
  }

  private static Act sayAfter(String effect, String id, String plan) {
    return new Act.Say(SESSION, id, plan(id, plan), effect);
  }

  private static Act wake(String id, String plan) {
    return new Act.Wake(id, plan(id, plan), Duration.ofMinutes(2));
  }

  private static Act create(boolean tool, String budget, @Nullable Duration expires) {
    return new Act.Create(tool, budget, expires);
  }

  private static Act remove() {
    return new Act.Remove();
  }

  private static Act rest() {
    return new Act.Rest();
  }
}
