package dev.otters.sessions.trace;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.CompletionRequest;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** Requests without HTTP, and answers, as JSON with sorted fields. */
final class TraceJson {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
          .addMixIn(ChatMessage.class, Typed.class)
          .build();

  @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "from")
  private interface Typed {}

  private TraceJson() {}

  static byte[] of(CompletionRequest request) {
    return JSON.writeValueAsBytes(request);
  }

  static byte[] of(Completion answer) {
    return JSON.writeValueAsBytes(answer);
  }
}
