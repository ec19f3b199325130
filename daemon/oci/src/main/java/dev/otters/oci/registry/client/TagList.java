package dev.otters.oci.registry.client;

import dev.otters.http.HttpCall;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.json.JsonView;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists the tags of a repository. */
public final class TagList {
  private static final int MOST_PAGES = 1000;
  private static final int MOST_TAGS = 200_000;
  private static final int LARGEST_PAGE = 4 << 20;
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final Pattern NEXT = Pattern.compile("<([^>]{1,4096})>\\s*;\\s*rel=\"?next\"?");

  private final Transport transport;

  TagList(Transport transport) {
    this.transport = transport;
  }

  /** Returns all valid tags, from all pages of the registry. */
  public List<String> all() {
    List<String> tags = new ArrayList<>();
    Set<URI> seen = new HashSet<>();
    Optional<URI> page = Optional.of(transport.endpoint().tags());
    long began = System.nanoTime();
    for (int i = 0; page.isPresent(); i++) {
      if (!seen.add(page.get())) {
        throw transport.failures().broken("repeats its pages of tags in a loop");
      }
      if (i == MOST_PAGES) {
        throw transport.failures().broken("has more than " + MOST_PAGES + " pages of tags");
      }
      if (System.nanoTime() - began > LONGEST.toNanos()) {
        throw transport.failures().broken("did not finish its list of tags in 2 minutes");
      }
      page = read(page.get(), tags);
      if (tags.size() > MOST_TAGS) {
        throw transport.failures().broken("has more than " + MOST_TAGS + " tags in one repository");
      }
    }
    return List.copyOf(tags);
  }

  private Optional<URI> read(URI page, List<String> tags) {
    String what = "list of tags of " + transport.endpoint().repository();
    return transport.send(
        what,
        () -> HttpCall.of("GET", page, Map.of()),
        answer -> {
          byte[] json = answer.bytes(LARGEST_PAGE);
          JsonView.parse(json, what, Reason.REGISTRY).texts("tags").stream()
              .filter(ImageReference::isTag)
              .forEach(tags::add);
          return answer.all("link").stream()
              .map(NEXT::matcher)
              .filter(Matcher::find)
              .findFirst()
              .map(link -> transport.place(page, link.group(1)));
        });
  }
}
