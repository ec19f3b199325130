package dev.otters.server.http.resource;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.resource.NewScratchEntry;
import dev.otters.api.resource.ScratchEntryView;
import dev.otters.api.resource.ScratchpadEntries;
import dev.otters.api.resource.ScratchpadList;
import dev.otters.api.resource.ScratchpadView;
import dev.otters.home.text.Secrets;
import dev.otters.resources.scratch.ScratchEntry;
import dev.otters.resources.scratch.ScratchStore;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import java.util.List;

/** The routes of scratchpads. They are the operator's only: pads protect nothing. */
public record ScratchRoutes(ScratchStore store) {
  private static final String STORE = "/v1/context-stores/{store}";

  /** Returns the routes. */
  public static List<Endpoint> of(ScratchStore store) {
    ScratchRoutes routes = new ScratchRoutes(store);
    return List.of(
        Endpoint.get("/v1/context-stores", routes::list),
        Endpoint.get(STORE, routes::show),
        Endpoint.post(STORE + "/entries", routes::add),
        Endpoint.delete(STORE, routes::clear));
  }

  private Reply list(Request request) {
    return Reply.of(
        new ScratchpadList(
            store.pads().stream()
                .map(
                    pad ->
                        new ScratchpadView(pad.id(), pad.entries(), pad.bytes(), pad.writtenAt()))
                .toList()));
  }

  private Reply show(Request request) {
    String id = request.path("store");
    List<ScratchEntry> entries = store.entries(id);
    if (entries.isEmpty()) {
      throw absent(id);
    }
    return Reply.of(new ScratchpadEntries(id, entries.stream().map(ScratchRoutes::view).toList()));
  }

  private Reply add(Request request) {
    NewScratchEntry wanted = request.json(NewScratchEntry.class);
    Request.present("text", wanted.text());
    try {
      return Reply.of(view(store.add(request.path("store"), Secrets.hide(wanted.text()))));
    } catch (IllegalArgumentException e) {
      throw Request.invalid(String.valueOf(e.getMessage()));
    }
  }

  private Reply clear(Request request) {
    if (!store.clear(request.path("store"))) {
      throw absent(request.path("store"));
    }
    return new Reply.Done();
  }

  private static ScratchEntryView view(ScratchEntry entry) {
    return new ScratchEntryView(
        entry.author().map(ScratchEntry.Author::agent).orElse(null),
        entry.author().map(ScratchEntry.Author::session).orElse(null),
        entry.writtenAt(),
        entry.text());
  }

  private static ApiException absent(String id) {
    return ApiException.of(
        ErrorCode.NOT_FOUND,
        "there is no scratchpad " + id,
        "List the scratchpads with 'otters context-store ls'.");
  }
}
