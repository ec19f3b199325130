package dev.otters.server.http;

import dev.otters.agents.vault.VaultUse;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.system.AuditEntry;
import dev.otters.api.system.AuditList;
import dev.otters.api.vault.VaultValue;
import dev.otters.home.audit.AuditLog;
import java.util.List;

/** The routes of vaults, and of the record of what operators did with them. */
public record VaultRoutes(VaultUse use, AuditLog audit) {
  private static final int USUAL = 100;

  /** Returns the routes. */
  public static List<Endpoint> of(VaultUse use, AuditLog audit) {
    VaultRoutes routes = new VaultRoutes(use, audit);
    return List.of(
        Endpoint.get("/v1/vaults", request -> Reply.of(use.list())),
        Endpoint.put("/v1/vaults/{vault}", routes::set),
        Endpoint.delete("/v1/vaults/{vault}", routes::remove),
        Endpoint.post("/v1/vaults/{vault}/reveal", routes::reveal),
        Endpoint.get("/v1/audit", routes::audit));
  }

  private Reply set(Request request) {
    String name = request.path("vault");
    String value = request.json(VaultValue.class).value();
    Request.present("value", value);
    use.vaults().set(name, value, audit.time().now());
    audit.add("vault.set", name, request.caller());
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
    audit.add("vault.rm", name, request.caller());
    return new Reply.Done();
  }

  /** Returns a value. The row is on the disk before. */
  private Reply reveal(Request request) {
    String name = request.path("vault");
    String value = use.vaults().value(name).orElseThrow(() -> absent(name));
    audit.add("vault.reveal", name, request.caller());
    return Reply.of(new VaultValue(value));
  }

  private static ApiException absent(String name) {
    return ApiException.of(
        ErrorCode.NOT_FOUND,
        "the vault " + name + " has no value",
        "List all vaults with 'otters vault ls'.");
  }

  private Reply audit(Request request) {
    return Reply.of(
        new AuditList(
            audit.newest(request.limit().orElse(USUAL)).stream()
                .map(it -> new AuditEntry(it.at(), it.action(), it.subject(), it.token()))
                .toList()));
  }
}
