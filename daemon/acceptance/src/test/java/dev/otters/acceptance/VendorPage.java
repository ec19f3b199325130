package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests of a page whose commands need a vendor at {@code $BASE}. */
abstract class VendorPage {
  FakeVendor vendor;
  Otters otters;

  @BeforeEach
  void open() throws IOException {
    vendor = new FakeVendor();
    otters = Otters.fresh().with("BASE", vendor.base());
    prepare();
  }

  /** Prepares what the page takes as given. */
  abstract void prepare() throws IOException;

  @AfterEach
  void close() throws IOException {
    otters.close();
    vendor.close();
  }
}
