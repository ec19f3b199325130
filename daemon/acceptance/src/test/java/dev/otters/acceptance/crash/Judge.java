package dev.otters.acceptance.crash;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import tools.jackson.databind.JsonNode;

/** Decides about the calls that wait for permission: most are allowed, some are left to expire. */
final class Judge implements Runnable {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  /** When a call is denied that did not expire. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final Soak soak;
  private final long seed;

  Judge(Soak soak, long seed) {
    this.soak = soak;
    this.seed = seed;
  }

  @Override
  public void run() {
    while (!soak.isClosed()) {
      soak.sleep(LOOK_AGAIN);
      try {
        decide();
      } catch (AssertionError | RuntimeException broken) {
        soak.violation("a decision broke: " + broken);
      }
    }
  }

  private void decide() {
    for (JsonNode call : soak.operator().approvals()) {
      if (call.get("state").asString().equals("pending")) {
        decide(call);
      }
    }
  }

  private void decide(JsonNode call) {
    int dice = new Random(seed + call.get("call").asString().hashCode()).nextInt(100);
    Instant requested = Instant.parse(call.get("requestedAt").asString());
    if (dice < 60) {
      soak.operator().decide(call, "allow");
    } else if (dice < 85 || requested.plus(LONGEST).isBefore(Instant.now())) {
      soak.operator().decide(call, "deny");
    }
  }
}
