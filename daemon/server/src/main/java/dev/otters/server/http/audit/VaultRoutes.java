package dev.otters.server.http.audit;

import dev.otters.agents.vault.VaultUse;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.vault.VaultValue;
import dev.otters.home.time.Time;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import java.util.List;

/** The routes of vaults. */
public record VaultRoutes(VaultUse use, Time time) {
  /** Returns the routes. */
  public static List<Endpoint> of(VaultUse use, Time time) {
    VaultRoutes routes = new VaultRoutes(use, time);
    return List.of(
        Endpoint.get("/v1/vaults", request -> Reply.of(use.list())),
        Endpoint.put("/v1/vaults/{vault}", routes::set),
        Endpoint.delete("/v1/vaults/{vault}", routes::remove),
        Endpoint.post("/v1/vaults/{vault}/reveal", routes::reveal));
  }

  private Reply set(Request request) {
    String name = request.path("vault");
    String value = request.json(VaultValue.class).value();
    Request.present("value", value);
    use.vaults().set(name, value, time.now());
    return Reply.of(
        use.list().vaults().stream()
            .filter(it -> it.name().equals(name))
            .findFirst()
            .orElseThrow());
  }

  private Reply remove(Request request) {
    String name = request.path("vault");
    if (!use.vaults().remove(name)) {
      throw absent(name);
    }
    return new Reply.Done();
  }

  /** Returns a value. The audit has the request before. */
  private Reply reveal(Request request) {
    String name = request.path("vault");
    return Reply.of(new VaultValue(use.vaults().value(name).orElseThrow(() -> absent(name))));
  }

  private static ApiException absent(String name) {
    return ApiException.of(
        ErrorCode.NOT_FOUND,
        "the vault " + name + " has no value",
        "List all vaults with 'otters vault ls'.");
  }
}
