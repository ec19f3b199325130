package dev.otters.models.provider.langchain4j;

/** What an operator can do about a provider, as sentences. */
final class Remedies {
  private Remedies() {}

  static String key(String provider) {
    return "Give it another key: otters provider edit " + provider + " --api-key-stdin";
  }

  static String address(String provider) {
    return "Check its address: otters provider edit " + provider + " --api-base URL";
  }
}
