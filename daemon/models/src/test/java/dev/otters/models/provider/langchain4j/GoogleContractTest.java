package dev.otters.models.provider.langchain4j;

import dev.otters.models.provider.langchain4j.Replies.Google;

class GoogleContractTest extends VendorContract {
  GoogleContractTest() {
    super("google");
  }

  @Override
  String reply(String question) {
    return switch (question) {
      case QUESTION -> Google.text(WORDS.split(ANSWER)) + Google.end("STOP");
      case ERRAND -> Google.tool("", "ls", ARGUMENTS) + Google.end("STOP");
      default -> Google.text("one");
    };
  }
}
