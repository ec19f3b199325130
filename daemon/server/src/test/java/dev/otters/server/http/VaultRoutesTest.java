package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.system.AuditEntry;
import dev.otters.api.system.AuditList;
import dev.otters.api.vault.VaultList;
import dev.otters.api.vault.VaultValue;
import dev.otters.api.vault.VaultView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VaultRoutesTest {
  private static final String VALUE = "value-of-the-vault";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private String ask(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      return answer.body();
    }
  }

  private List<AuditEntry> audit() {
    return Json.read(ask("GET /v1/audit", ""), AuditList.class).entries();
  }

  @Test
  void onlyRevealReturnsAValueAndIsRecordedWithTheTokenOfItsRequest() {
    String set = ask("PUT /v1/vaults/github", Json.write(new VaultValue(VALUE)));
    assertThat(Json.read(set, VaultView.class).name()).isEqualTo("github");
    String list = ask("GET /v1/vaults", "");
    assertThat(Json.read(list, VaultList.class).vaults())
        .singleElement()
        .satisfies(vault -> assertThat(vault.setAt()).isNotNull());
    assertThat(set + list).doesNotContain(VALUE);

    String revealed = ask("POST /v1/vaults/github/reveal", "");

    assertThat(Json.read(revealed, VaultValue.class).value()).isEqualTo(VALUE);
    assertThat(audit())
        .extracting(AuditEntry::call)
        .containsExactly("POST /v1/vaults/{vault}/reveal", "PUT /v1/vaults/{vault}");
    assertThat(audit())
        .allSatisfy(
            entry -> {
              assertThat(entry.target()).isEqualTo("github");
              assertThat(entry.token()).isEqualTo(kit.tokens.checkOperator(kit.token));
            });
    assertThat(new VaultValue(VALUE).toString()).doesNotContain(VALUE);
  }

  @Test
  void aRemovedVaultHasNoValue() {
    ask("PUT /v1/vaults/github", Json.write(new VaultValue(VALUE)));
    try (Http answer = kit.ask("DELETE /v1/vaults/github")) {
      assertThat(answer.status()).isEqualTo(204);
    }
    for (String line : List.of("DELETE /v1/vaults/github", "POST /v1/vaults/github/reveal")) {
      Problem problem = Json.read(ask(line, ""), Problem.class);
      assertThat(problem.code()).isEqualTo(ErrorCode.NOT_FOUND);
    }
    assertThat(audit()).extracting(AuditEntry::status).containsExactly(404, 404, 204, 200);
  }

  @ParameterizedTest
  @CsvSource({
    "%2e%2e, value-of-the-vault",
    "..%2fdaemon.db, value-of-the-vault",
    ".hidden, value-of-the-vault",
    "github, short"
  })
  void hostileNamesAndShortValuesAreRefused(String name, String value) throws IOException {
    try (Http answer = kit.ask("PUT /v1/vaults/" + name, "", Json.write(new VaultValue(value)))) {
      assertThat(answer.status()).isIn(400, 404);
      assertThat(answer.body()).doesNotContain("value-of-the-vault");
    }
    assertThat(Json.read(ask("GET /v1/vaults", ""), VaultList.class).vaults()).isEmpty();
    assertThat(audit().toString()).doesNotContain("value-of-the-vault");
  }

  @Test
  void aRequestWithoutAValueIsRefused() {
    assertThat(Json.read(ask("PUT /v1/vaults/github", "{}"), Problem.class).code())
        .isEqualTo(ErrorCode.INVALID_REQUEST);
  }

  @Test
  void noRouteWorksWithoutTheTokenOfAnOperator() {
    for (String line :
        List.of("GET /v1/vaults", "POST /v1/vaults/github/reveal", "GET /v1/audit")) {
      try (Http answer = ApiKit.raw(kit.unix(), line, "", "").head()) {
        assertThat(answer.status()).as(line).isEqualTo(401);
      }
    }
  }
}
