package dev.otters.models.provider.langchain4j;

import dev.otters.models.provider.langchain4j.Replies.OpenAi;

class OpenAiContractTest extends VendorContract {
  OpenAiContractTest() {
    super("openai");
  }

  @Override
  String reply(String question) {
    return switch (question) {
      case QUESTION -> OpenAi.text(WORDS.split(ANSWER)) + OpenAi.end("stop");
      case ERRAND ->
          OpenAi.tool(0, "call_abc", "ls", ARGUMENTS.substring(0, 9), ARGUMENTS.substring(9))
              + OpenAi.end("tool_calls");
      default -> OpenAi.text("one");
    };
  }
}
