package dev.otters.oci.bin;

import dev.otters.oci.Annotations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The notes of an image about its tool, from the annotations of its manifest, those of its index,
 * and the labels of its config, in this order.
 */
record BinNotes(List<Map<String, String>> places) {
  private static final String OTHER_PREFIX = "vnd.openotters.bin.";

  BinNotes {
    places = List.copyOf(places);
  }

  Optional<String> name() {
    return first(Annotations.BIN_NAME, OTHER_PREFIX + "name");
  }

  Optional<String> path() {
    return first(Annotations.BIN_PATH, OTHER_PREFIX + "path");
  }

  Optional<String> usage() {
    return first(Annotations.BIN_USAGE, OTHER_PREFIX + "usage");
  }

  String description() {
    return first(Annotations.BIN_DESCRIPTION, OTHER_PREFIX + "description", Annotations.DESCRIPTION)
        .orElse("");
  }

  private Optional<String> first(String... keys) {
    for (String key : keys) {
      for (Map<String, String> place : places) {
        Optional<String> value =
            Optional.ofNullable(place.get(key)).filter(Predicate.not(String::isBlank));
        if (value.isPresent()) {
          return value;
        }
      }
    }
    return Optional.empty();
  }
}
