package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ContinuityTest {
  private final Continuity continuity = new Continuity();

  @BeforeEach
  void begin() {
    continuity.begun();
  }

  @Test
  void nothingHoldsBeforeEventsAreFollowed() {
    Continuity fresh = new Continuity();
    fresh.imagesChanged();

    assertThat(fresh.engine()).isEqualTo(Continuity.NONE);
    assertThat(fresh.images()).isEqualTo(Continuity.NONE);
  }

  @Test
  void everythingHoldsWhileNothingHappens() {
    assertThat(continuity.engine()).isNotEqualTo(Continuity.NONE).isEqualTo(continuity.engine());
    assertThat(continuity.images()).isNotEqualTo(Continuity.NONE).isEqualTo(continuity.images());
  }

  @Test
  void aChangedImageEndsWhatWasKnownOfImagesOnly() {
    long engine = continuity.engine();
    long images = continuity.images();

    continuity.imagesChanged();

    assertThat(continuity.engine()).isEqualTo(engine);
    assertThat(continuity.images()).isNotIn(images, Continuity.NONE);
  }

  @Test
  void nothingHoldsAcrossABreak() {
    long engine = continuity.engine();
    long images = continuity.images();

    continuity.broken();
    continuity.imagesChanged();
    assertThat(continuity.engine()).isEqualTo(Continuity.NONE);
    assertThat(continuity.images()).isEqualTo(Continuity.NONE);

    continuity.begun();
    assertThat(continuity.engine()).isNotIn(engine, Continuity.NONE);
    assertThat(continuity.images()).isNotIn(images, Continuity.NONE);
  }
}
