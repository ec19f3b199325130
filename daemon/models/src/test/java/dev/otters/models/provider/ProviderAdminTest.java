package dev.otters.models.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.model.ProviderChange;
import dev.otters.api.model.ProviderRequest;
import dev.otters.api.model.ProviderTestResult;
import dev.otters.api.model.ProviderView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderAdminTest {
  @TempDir Path folder;
  private ProviderKit kit;
  private ProviderAdmin admin;

  @BeforeEach
  void open() {
    kit = new ProviderKit(folder);
    admin = kit.admin;
  }

  private static ProviderRequest request(String name, String kind, String key, String base) {
    return new ProviderRequest(name, kind, key, base, null);
  }

  private static Problem refused(ThrowingCallable call) {
    ApiException refusal = catchThrowableOfType(ApiException.class, call);
    assertThat(refusal).isNotNull();
    return refusal.problem();
  }

  @Test
  void whatIsAddedIsListedWithoutItsKeyAndTheFileIsPrivate() throws IOException {
    ProviderChange change = admin.add(request("work", "openai", ProviderKit.SECRET, null));
    assertThat(change.provider().key()).isEqualTo("set");
    assertThat(Files.readString(kit.file)).contains(ProviderKit.SECRET);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kit.file)))
        .isEqualTo("rw-------");
    assertThat(Json.write(admin.list()) + change + admin.list())
        .contains("work")
        .doesNotContain(ProviderKit.SECRET);
    assertThat(kit.providers.find("work")).isPresent();
  }

  @Test
  void aVariableStaysAsItIsWrittenAlsoWhenSomethingElseIsChanged() throws IOException {
    admin.add(request("work", "openai", "${GOOD_KEY}", null));
    ProviderView view =
        admin.edit("work", new ProviderRequest(null, null, null, "https://y/v1", null)).provider();
    assertThat(view.key()).isEqualTo("from ${GOOD_KEY}");
    assertThat(view.apiBase()).isEqualTo("https://y/v1");
    assertThat(Files.readString(kit.file))
        .contains("${GOOD_KEY}")
        .doesNotContain(ProviderKit.SECRET);
  }

  @Test
  void aLinkToTheFileStaysALink() throws IOException {
    Path real = folder.resolve("real.yaml");
    Files.writeString(real, "providers: []\n");
    Files.deleteIfExists(kit.file);
    Files.createSymbolicLink(kit.file, real);
    admin.add(request("work", "openai", ProviderKit.SECRET, null));
    assertThat(kit.file).isSymbolicLink();
    assertThat(Files.readString(real)).contains(ProviderKit.SECRET);
  }

  @Test
  void nameAndKindStandForEachOther() {
    assertThat(admin.add(request("ollama", null, null, null)).provider().kind())
        .isEqualTo("ollama");
    assertThat(admin.add(request(null, "vllm", null, null)).provider().name()).isEqualTo("vllm");
    assertThat(admin.add(request("x", null, null, "http://127.0.0.1:1/v1")).provider().kind())
        .isEqualTo("openai");
    assertThat(refused(() -> admin.add(request("olama", null, null, null))).candidates())
        .containsExactly("ollama");
    assertThat(refused(() -> admin.add(request(null, null, null, null))).title())
        .contains("neither a name nor a kind");
  }

  @Test
  void aMissingKeyIsAProblemOfTheProviderAndOfNoOther() {
    ProviderView view = admin.add(request("openai", null, "${NO_KEY}", null)).provider();
    assertThat(view.key()).isEqualTo("missing ${NO_KEY}");
    assertThat(view.state()).isEqualTo(ProviderView.UNUSABLE);
    assertThat(view.problem().code()).isEqualTo(ErrorCode.MODEL_AUTH);
    assertThat(view.problem().title()).contains("4711", "NO_KEY");
    assertThat(admin.list().providers().getFirst().state()).isEqualTo(ProviderView.READY);
  }

  @Test
  void anEmptyTextTakesAwayAndNullLeaves() {
    admin.add(new ProviderRequest("p", "vllm", "k", "https://y/v1", List.of("m")));
    ProviderView view =
        admin.edit("p", new ProviderRequest(null, null, "", "", List.of())).provider();
    assertThat(view.key()).isEqualTo("none");
    assertThat(view.apiBase()).isEqualTo("http://127.0.0.1:8000/v1");
    assertThat(view.models()).isEmpty();
  }

  @Test
  void takenReservedAndUnknownNamesAreRefused() {
    admin.add(request("ollama", null, null, null));
    assertThat(refused(() -> admin.add(request("ollama", null, null, null))).code())
        .isEqualTo(ErrorCode.NAME_TAKEN);
    assertThat(refused(() -> admin.add(request("local", "openai", "k", null))).title())
        .contains("built-in provider");
    assertThat(refused(() -> admin.edit("scripted", request(null, null, "k", null))).code())
        .isEqualTo(ErrorCode.CONFLICT);
    Problem unknown = refused(() -> admin.remove("olama", List.of(), false));
    assertThat(unknown.code()).isEqualTo(ErrorCode.PROVIDER_NOT_FOUND);
    assertThat(unknown.candidates()).containsExactly("ollama");
    assertThat(refused(() -> admin.test("nobody", Optional.empty())).code())
        .isEqualTo(ErrorCode.PROVIDER_NOT_FOUND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"k\nX-Evil: 1", "k\r", "a b", "k\u0000", "schlüssel", "${", "k\t"})
  void aKeyThatNoHeaderMayHoldIsRefusedAndNothingIsWritten(String key) {
    Problem problem = refused(() -> admin.add(request("a", "openai", key, null)));
    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(Json.write(problem)).doesNotContain("Evil").doesNotContain("schlüssel");
    assertThat(kit.file).doesNotExist();
  }

  @Test
  void aBrokenFileIsNotChanged() throws IOException {
    Files.writeString(kit.file, "providers:\n  - name: A\n");
    Problem problem = refused(() -> admin.add(request("ollama", null, null, null)));
    assertThat(problem.problems()).isNotEmpty();
    assertThat(Files.readString(kit.file)).isEqualTo("providers:\n  - name: A\n");
  }

  @Test
  void aFileThatCannotBeWrittenIsSaidAndNothingChanges() throws IOException {
    Files.createDirectory(kit.file);
    Problem problem = refused(() -> admin.add(request("ollama", null, null, null)));
    assertThat(problem.title()).contains("cannot be changed");
    assertThat(kit.providers.names()).containsExactly("scripted");
  }

  @Test
  void aKeyThatTravelsUnencryptedIsWarnedOf() {
    assertThat(admin.add(request("x", "openai", "k", "http://10.1.2.3/v1")).warnings())
        .singleElement()
        .satisfies(it -> assertThat(it).contains("unencrypted", "10.1.2.3"));
    assertThat(admin.add(request("y", "openai", null, "http://10.1.2.3/v1")).warnings()).isEmpty();
  }

  @Test
  void aTestAsksTheChosenModelAndElseOnlyForTheList() {
    admin.add(request("work", "openai", "k", null));
    ProviderTestResult listed = admin.test("work", Optional.empty());
    assertThat(listed.offers()).containsExactly("a", "b");
    assertThat(listed.model()).isNull();
    ProviderTestResult asked = admin.test("work", Optional.of("b"));
    assertThat(asked.model()).isEqualTo("b");
    assertThat(asked.answer()).isEqualTo("ready");
    assertThat(asked.inputTokens()).isEqualTo(7);
    admin.edit("work", new ProviderRequest(null, null, null, null, List.of("a")));
    assertThat(admin.test("work", Optional.empty()).model()).isEqualTo("a");
    assertThat(admin.test("scripted", Optional.empty()).model()).isEqualTo("guide");
    assertThat(admin.reach("work", Duration.ofSeconds(5))).isEmpty();
  }

  @Test
  void aProviderInUseIsRemovedOnlyByForce() {
    admin.add(request("work", "openai", "k", null));
    List<String> agents = List.of("a", "b", "c", "d", "e", "f", "g");
    Problem used = refused(() -> admin.remove("work", agents, false));
    assertThat(used.code()).isEqualTo(ErrorCode.PROVIDER_IN_USE);
    assertThat(used.title()).isEqualTo("the provider 'work' is used by a, b, c, d, e and 2 more");
    Problem unknown = refused(() -> admin.remove("olama", agents, false));
    assertThat(unknown.code()).isEqualTo(ErrorCode.PROVIDER_NOT_FOUND);
    admin.remove("work", agents, true);
    assertThat(kit.providers.names()).containsExactly("scripted");
  }

  @Test
  void removingTakesTheKeyOffTheDisk() throws IOException {
    admin.add(request("work", "openai", ProviderKit.SECRET, null));
    admin.remove("work", List.of(), false);
    assertThat(Files.readString(kit.file)).doesNotContain(ProviderKit.SECRET);
    assertThat(kit.providers.names()).containsExactly("scripted");
  }
}
