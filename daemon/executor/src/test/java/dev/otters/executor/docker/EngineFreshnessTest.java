package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class EngineFreshnessTest {
  private final EngineFreshness continuity = new EngineFreshness();

  @BeforeEach
  void begin() {
    continuity.begun();
  }

  @Test
  void nothingHoldsBeforeEventsAreFollowed() {
    EngineFreshness fresh = new EngineFreshness();
    fresh.imagesChanged();

    assertThat(fresh.engine()).isEqualTo(EngineFreshness.NONE);
    assertThat(fresh.images()).isEqualTo(EngineFreshness.NONE);
  }

  @Test
  void everythingHoldsWhileNothingHappens() {
    assertThat(continuity.engine())
        .isNotEqualTo(EngineFreshness.NONE)
        .isEqualTo(continuity.engine());
    assertThat(continuity.images())
        .isNotEqualTo(EngineFreshness.NONE)
        .isEqualTo(continuity.images());
  }

  @Test
  void aChangedImageEndsWhatWasKnownOfImagesOnly() {
    long engine = continuity.engine();
    long images = continuity.images();

    continuity.imagesChanged();

    assertThat(continuity.engine()).isEqualTo(engine);
    assertThat(continuity.images()).isNotIn(images, EngineFreshness.NONE);
  }

  @Test
  void nothingHoldsAcrossABreak() {
    long engine = continuity.engine();
    long images = continuity.images();

    continuity.broken();
    continuity.imagesChanged();
    assertThat(continuity.engine()).isEqualTo(EngineFreshness.NONE);
    assertThat(continuity.images()).isEqualTo(EngineFreshness.NONE);

    continuity.begun();
    assertThat(continuity.engine()).isNotIn(engine, EngineFreshness.NONE);
    assertThat(continuity.images()).isNotIn(images, EngineFreshness.NONE);
  }
}
