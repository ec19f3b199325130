package dev.otters.models.provider;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.model.ProviderRequest;
import dev.otters.home.text.Distance;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Converts requests to entries of the configuration. */
final class ProviderRequests {
  private ProviderRequests() {}

  /**
   * Returns the provider that a request adds.
   *
   * @throws ApiException INVALID_REQUEST if a field is invalid
   */
  static ProviderEntry entry(ProviderRequest request) {
    String kindWord = request.kind();
    String name = request.name() != null ? request.name() : kindWord == null ? "" : kindWord;
    if (name.isEmpty()) {
      throw wrong("the provider has neither a name nor a kind", List.of());
    }
    Optional<String> base = filled(request.apiBase());
    if (kindWord == null && ProviderKind.of(name).isEmpty() && base.isEmpty()) {
      throw wrong(
          "the provider '%s' has no kind; kinds are %s"
              .formatted(Fields.shown(name), String.join(", ", ProviderKind.words())),
          Distance.nearest(name, ProviderKind.words()).stream().toList());
    }
    String word = kindWord != null ? kindWord : ProviderKind.of(name).isPresent() ? name : "openai";
    return new ProviderEntry(
        checked(name, Fields::name),
        kind(word),
        filled(request.apiKey()).map(key -> checked(key, Fields::key)),
        base.map(text -> checked(text, Fields::base)),
        request.models() == null ? List.of() : checked(request.models(), Fields::models));
  }

  /**
   * Returns a provider with the changes of a request.
   *
   * @throws ApiException INVALID_REQUEST if a field is invalid
   */
  static ProviderEntry merged(ProviderEntry old, ProviderRequest request) {
    if (request.name() != null && !request.name().equals(old.name())) {
      throw wrong("the name of a provider cannot change, since agents use it", List.of());
    }
    String key = request.apiKey();
    String base = request.apiBase();
    List<String> models = request.models();
    return new ProviderEntry(
        old.name(),
        request.kind() == null ? old.kind() : kind(request.kind()),
        key == null ? old.apiKey() : filled(key).map(text -> checked(text, Fields::key)),
        base == null ? old.apiBase() : filled(base).map(text -> checked(text, Fields::base)),
        models == null ? old.models() : checked(models, Fields::models));
  }

  private static ProviderKind kind(String word) {
    return ProviderKind.of(word)
        .orElseThrow(
            () ->
                wrong(
                    "there is no kind '%s'; kinds are %s"
                        .formatted(Fields.shown(word), String.join(", ", ProviderKind.words())),
                    Distance.nearest(word, ProviderKind.words()).stream().toList()));
  }

  private static Optional<String> filled(@Nullable String text) {
    return Optional.ofNullable(text).filter(it -> !it.isEmpty());
  }

  private static <I, T> T checked(I value, Function<I, T> check) {
    try {
      return check.apply(value);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()), List.of());
    }
  }

  private static ApiException wrong(String title, List<String> candidates) {
    return new ApiException(
        Problem.of(ErrorCode.INVALID_REQUEST, title, "Correct the request; nothing was changed.")
            .withCandidates(candidates));
  }
}
