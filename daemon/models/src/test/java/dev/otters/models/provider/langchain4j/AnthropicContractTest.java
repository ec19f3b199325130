package dev.otters.models.provider.langchain4j;

import dev.otters.models.provider.langchain4j.Replies.Anthropic;

class AnthropicContractTest extends VendorContract {
  AnthropicContractTest() {
    super("anthropic");
  }

  @Override
  String reply(String question) {
    String start = Anthropic.START + Anthropic.PING;
    return switch (question) {
      case QUESTION -> start + Anthropic.text(0, WORDS.split(ANSWER)) + Anthropic.end("end_turn");
      case ERRAND ->
          start
              + Anthropic.tool(
                  0, "toolu_01", "ls", ARGUMENTS.substring(0, 9), ARGUMENTS.substring(9))
              + Anthropic.end("tool_use");
      default -> start + Anthropic.text(0, "one");
    };
  }
}
