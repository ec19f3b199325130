package dev.otters.models.provider.langchain4j;

import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.ProviderContract;
import dev.otters.models.provider.VendorSocket;
import java.io.IOException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

/** The contract of providers with a vendor at the other end of a socket. */
abstract class VendorContract extends ProviderContract {
  /** Takes an answer apart, so that its pieces together are the answer. */
  static final Pattern WORDS = Pattern.compile("(?<= )");

  private final String kind;
  @AutoClose private VendorSocket vendor;
  private Provider provider;

  VendorContract(String kind) {
    this.kind = kind;
  }

  /** Returns the vendor's bytes for a question, without the end for the endless one. */
  abstract String reply(String question);

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
    provider = Replies.open(kind, vendor.address("/v1"), Replies.SHORT);
  }

  @Override
  protected Provider provider() {
    return provider;
  }

  @Override
  protected String model() {
    return "some-model";
  }

  @Override
  protected void expect(String question) {
    vendor.plays(
        switch (question) {
          case "" -> VendorSocket.json(200, Replies.models(kind, "some-model"));
          case ENDLESS -> line -> line.begin().piece(reply(question)).hold();
          default -> VendorSocket.events(reply(question));
        });
  }
}
