package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class EngineFreshnessTest {
  private final EngineFreshness freshness = new EngineFreshness();

  @BeforeEach
  void begin() {
    freshness.begin();
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
    assertThat(freshness.engine()).isNotEqualTo(EngineFreshness.NONE).isEqualTo(freshness.engine());
    assertThat(freshness.images()).isNotEqualTo(EngineFreshness.NONE).isEqualTo(freshness.images());
  }

  @Test
  void aChangedImageEndsWhatWasKnownOfImagesOnly() {
    long engine = freshness.engine();
    long images = freshness.images();

    freshness.imagesChanged();

    assertThat(freshness.engine()).isEqualTo(engine);
    assertThat(freshness.images()).isNotIn(images, EngineFreshness.NONE);
  }

  @Test
  void nothingHoldsAcrossABreak() {
    long engine = freshness.engine();
    long images = freshness.images();

    freshness.end();
    freshness.imagesChanged();
    assertThat(freshness.engine()).isEqualTo(EngineFreshness.NONE);
    assertThat(freshness.images()).isEqualTo(EngineFreshness.NONE);

    freshness.begin();
    assertThat(freshness.engine()).isNotIn(engine, EngineFreshness.NONE);
    assertThat(freshness.images()).isNotIn(images, EngineFreshness.NONE);
  }
}
