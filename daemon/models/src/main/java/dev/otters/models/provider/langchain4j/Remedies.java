package dev.otters.models.provider.langchain4j;

/** Remedies for operators. */
final class Remedies {
  private Remedies() {}

  static String key(String provider) {
    return "Set a valid key with 'otters provider edit " + provider + " --api-key-stdin'.";
  }

  static String address(String provider) {
    return "Check the address, and correct it with 'otters provider edit "
        + provider
        + " --api-base URL'.";
  }
}
