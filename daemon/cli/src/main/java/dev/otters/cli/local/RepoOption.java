package dev.otters.cli.local;

import dev.otters.api.repo.NewRepo;
import dev.otters.api.repo.RepoRequest;
import dev.otters.cli.command.UsageException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Reads {@code --repo name=…,url=…}. The daemon decides which URLs it clones. */
public final class RepoOption {
  private static final Set<String> KEYS = Set.of("name", "url", "ref", "vault", "user");
  private static final String FORM =
      "expected name=NAME,url=URL[,ref=REF][,vault=VAULT][,user=USER][,rw]";

  private RepoOption() {}

  /** Parses a value. An error shows no value, which may be a token. */
  public static NewRepo parse(String value) {
    Map<String, String> fields = new HashMap<>();
    for (String field : Csv.split(value)) {
      int equals = field.indexOf('=');
      String key = equals < 0 ? field : field.substring(0, equals);
      if (!key.equals("rw") && !KEYS.contains(key)) {
        throw malformed("it has an unknown key");
      }
      if (key.equals("rw") != (equals < 0)) {
        throw malformed("'" + key + "' has " + (equals < 0 ? "no value" : "a value"));
      }
      if (fields.put(key, field.substring(equals + 1)) != null) {
        throw malformed("'" + key + "' is given twice");
      }
    }
    if (!fields.containsKey("name") || !fields.containsKey("url")) {
      throw malformed("it has no name or no URL");
    }
    return new NewRepo(
        fields.get("name"),
        new RepoRequest(
            fields.get("url"),
            fields.get("ref"),
            fields.get("vault"),
            fields.get("user"),
            fields.containsKey("rw")));
  }

  private static UsageException malformed(String why) {
    return UsageException.of("a repository cannot be read: " + why + "; " + FORM, null);
  }
}
