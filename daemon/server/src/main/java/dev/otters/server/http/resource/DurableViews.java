package dev.otters.server.http.resource;

import dev.otters.api.durable.DraftComparison;
import dev.otters.api.durable.DraftView;
import dev.otters.api.durable.DurableFile;
import dev.otters.resources.substrate.Expected;
import dev.otters.resources.substrate.FileVersion;
import dev.otters.resources.writeback.Comparison;
import dev.otters.resources.writeback.Draft;
import dev.otters.server.http.Request;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Converts durable files and drafts to records of the API, and conditions from them. */
final class DurableViews {
  /** The names of the parts of a condition in a body. */
  static final String MEMBERS = "expectedVersion or expectedHash";

  private DurableViews() {}

  static DurableFile file(FileVersion version) {
    return new DurableFile(
        Long.toString(version.id()),
        version.path().toString(),
        version.sha256(),
        version.bytes(),
        version.origin().name().toLowerCase(Locale.ROOT),
        version.restored().map(Object::toString).orElse(null),
        version.author(),
        version.session(),
        version.createdAt());
  }

  static DraftView draft(Draft.Status status) {
    return new DraftView(
        status.draft().path().toString(),
        status.draft().target().toString(),
        status.state().toString(),
        status.draft().stagedAt(),
        status.hash().orElse(null),
        status.current().map(DurableViews::file).orElse(null));
  }

  static DraftComparison comparison(Comparison compared, UnaryOperator<String> redactor) {
    return new DraftComparison(
        compared.draft().toString(),
        compared.target().toString(),
        compared.draftHash(),
        compared.draftBytes(),
        compared.identical(),
        compared.binary(),
        compared.added(),
        compared.removed(),
        redactor.apply(compared.diff()),
        compared.current().map(DurableViews::file).orElse(null));
  }

  /**
   * Returns a condition.
   *
   * @param names how the request names the version and the hash
   */
  static Expected expected(
      String names, @Nullable String version, @Nullable String hash, boolean absent) {
    if ((version != null || hash != null) == absent) {
      throw Request.invalid("a precondition is needed: " + names + ", or absent for a new file");
    }
    return new Expected(
        Optional.ofNullable(version).map(id -> version("the expected version", id)),
        Optional.ofNullable(hash),
        absent);
  }

  static long version(String what, String id) {
    if (!id.matches("[0-9]{1,18}")) {
      throw Request.invalid(what + " must be the id of a version");
    }
    return Long.parseLong(id);
  }
}
