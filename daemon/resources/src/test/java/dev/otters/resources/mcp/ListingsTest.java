package dev.otters.resources.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.FoundTools;
import dev.otters.resources.provider.ResourceMode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When servers are asked for their tools, and which turns wait for them. */
@Timeout(60)
class ListingsTest {
  private static final UUID AGENT = UUID.randomUUID();
  private static final Duration LONG = Duration.ofHours(1);
  private static final FoundTools LISTED = FoundTools.failed("it was listed");
  private static final DeclaredResource TICKETS =
      new DeclaredResource(
          "tickets", McpProvider.KIND, ResourceMode.READ, Map.of(), Optional.empty(), "");

  private final AtomicInteger asked = new AtomicInteger();

  private static McpLimits limits(Duration listing) {
    return new McpLimits(LONG, listing, LONG, LONG, 1024, 4, 2);
  }

  private static FoundTools turn(Listings listings) {
    listings.begin(AGENT, TICKETS);
    return listings.of(AGENT, TICKETS, LONG);
  }

  private Listings failing(RuntimeException first) {
    return new Listings(
        (_, _) -> {
          if (asked.incrementAndGet() == 1) {
            throw first;
          }
          return LISTED;
        },
        limits(LONG));
  }

  @Test
  void onlyTheFirstTurnsWaitForAServerAndNotForLong() throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    Listings listings =
        new Listings(
            (_, _) -> {
              asked.incrementAndGet();
              try {
                over.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return LISTED;
            },
            limits(Duration.ofMillis(50)));
    assertThat(turn(listings).text()).contains("has not answered yet");
    assertThat(turn(listings).text()).contains("has not answered yet");
    assertThat(asked).hasValue(1);
    over.countDown();
  }

  @ParameterizedTest
  @EnumSource(value = McpFailure.Kind.class, names = "REFUSED", mode = EnumSource.Mode.EXCLUDE)
  void aServerThatFailedIsLeftAloneForAWhile(McpFailure.Kind kind) {
    Listings listings = failing(new McpFailure(kind, "it failed"));
    assertThat(turn(listings).text()).contains("it failed");
    assertThat(turn(listings).text()).contains("it failed");
    assertThat(asked).hasValue(1);
  }

  @Test
  void aServerThatWasRefusedIsAskedByTheNextTurnWhichWaits() {
    Listings listings = failing(new McpFailure(McpFailure.Kind.REFUSED, "no rule"));
    assertThat(turn(listings).text()).contains("no rule");
    assertThat(turn(listings)).isEqualTo(LISTED);
  }

  @Test
  void anErrorEndsTheWait() {
    Listings listings =
        new Listings(
            (_, _) -> {
              throw new StackOverflowError();
            },
            limits(LONG));
    assertThat(turn(listings).text()).contains("its tools cannot be listed");
  }
}
