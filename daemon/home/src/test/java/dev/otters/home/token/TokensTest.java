package dev.otters.home.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import dev.otters.home.token.TokenException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {
  @TempDir Path folder;
  private final ManualTime time = new ManualTime();
  private final UUID agent = UUID.randomUUID();
  private Path keyFile;
  @AutoClose private Database database;
  private Tokens tokens;

  @BeforeEach
  void open() throws IOException {
    keyFile = folder.resolve("signing.key");
    database = Database.open(folder.resolve("daemon.db"));
    tokens = new Tokens(database, SigningKey.load(keyFile), "home", time);
  }

  static void assertRefused(Reason reason, ThrowingCallable call) {
    assertThatExceptionOfType(TokenException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
  }

  private byte[] secret() throws IOException {
    return HexFormat.of().parseHex(Files.readString(keyFile).strip());
  }

  private JWTClaimsSet.Builder operatorClaims() throws Exception {
    String good = tokens.operator(Optional.empty());
    return new JWTClaimsSet.Builder(SignedJWT.parse(good).getJWTClaimsSet());
  }

  private String sign(JWSAlgorithm algorithm, JWTClaimsSet claims) throws Exception {
    SignedJWT jwt = new SignedJWT(new JWSHeader(algorithm), claims);
    byte[] key = new byte[64];
    System.arraycopy(secret(), 0, key, 0, 32);
    jwt.sign(new MACSigner(algorithm.equals(JWSAlgorithm.HS256) ? secret() : key));
    return jwt.serialize();
  }

  @Test
  void theKeyIsMadeOnceAndBelongsToItsOwnerAlone() throws IOException {
    byte[] first = secret();
    assertThat(SigningKey.load(keyFile).secret()).isEqualTo(first).hasSize(32);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keyFile)))
        .isEqualTo("rw-------");
    assertThat(SigningKey.load(keyFile)).hasToString("SigningKey[***]");
  }

  @Test
  void aKeyThatOthersCouldReadIsNarrowed() throws IOException {
    Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("rw-r--r--"));
    SigningKey.load(keyFile);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keyFile)))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "00ff"})
  void aDamagedKeyIsNotReplacedInSilence(String content) throws IOException {
    Files.writeString(keyFile, content);
    assertThatIOException()
        .isThrownBy(() -> SigningKey.load(keyFile))
        .withMessageContaining(keyFile.toString())
        .withMessageContaining("Remove it");
    assertThat(keyFile).hasContent(content);
  }

  @Test
  void anOperatorsTokenIsGoodAndLasts() {
    String token = tokens.operator(Optional.empty());
    assertThat(tokens.checkOperator(token)).isNotEmpty();
    assertThat(tokens.operator(Optional.of(token))).isEqualTo(token);
  }

  @Test
  void anOperatorsTokenThatIsDamagedOrAboutToEndIsReplaced() {
    String old = tokens.operator(Optional.of("garbage"));
    time.advance(Tokens.OPERATOR_LIFE.minusDays(20));
    String fresh = tokens.operator(Optional.of(old));
    assertThat(fresh).isNotEqualTo(old);
    assertRefused(Reason.REVOKED, () -> tokens.checkOperator(old));
  }

  @ParameterizedTest
  @CsvSource({"31, true", "29, false"})
  void anOperatorsTokenIsKeptUntilAMonthBeforeItsEnd(int days, boolean kept) {
    String token = tokens.operator(Optional.empty());
    time.advance(Tokens.OPERATOR_LIFE.minusDays(days));
    assertThat(tokens.operator(Optional.of(token)).equals(token)).isEqualTo(kept);
  }

  @Test
  void anAgentsTokenSaysThatItEndsInAnHour() throws Exception {
    Date end = SignedJWT.parse(tokens.forNewSandbox(agent)).getJWTClaimsSet().getExpirationTime();
    assertThat(Duration.between(time.now(), end.toInstant()))
        .isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
  }

  @Test
  void aTokenOfMoreThan4096CharactersIsRefusedEvenIfItIsSigned() throws Exception {
    JWTClaimsSet.Builder claims = operatorClaims();
    String small = sign(JWSAlgorithm.HS256, claims.claim("x", "y".repeat(2000)).build());
    assertThat(tokens.checkOperator(small)).isNotEmpty();
    String large = sign(JWSAlgorithm.HS256, claims.claim("x", "y".repeat(4000)).build());
    assertRefused(Reason.MALFORMED, () -> tokens.checkOperator(large));
  }

  @Test
  void anExpiredTokenIsRefused() {
    String token = tokens.operator(Optional.empty());
    time.advance(Tokens.OPERATOR_LIFE);
    assertRefused(Reason.EXPIRED, () -> tokens.checkOperator(token));
  }

  @Test
  void aTokenThatWasGoodBeforeIsRefusedOnceItEnds() {
    String token = tokens.operator(Optional.empty());
    tokens.checkOperator(token);
    time.advance(Tokens.OPERATOR_LIFE);
    assertRefused(Reason.EXPIRED, () -> tokens.checkOperator(token));
  }

  @Test
  void aTokenThatWasGoodBeforeIsRefusedOnceItIsRevoked() {
    String token = tokens.operator(Optional.empty());
    tokens.checkOperator(token);
    String fresh = tokens.operator(Optional.of("lost"));
    assertRefused(Reason.REVOKED, () -> tokens.checkOperator(token));
    assertThat(tokens.checkOperator(fresh)).isNotEmpty();
    assertRefused(Reason.REVOKED, () -> tokens.checkOperator(token));
  }

  @Test
  void noOtherTokenIsGoodBecauseOneWas() {
    String token = tokens.operator(Optional.empty());
    tokens.checkOperator(token);
    assertRefused(Reason.SIGNATURE, () -> tokens.checkOperator(cut(token)));
    assertRefused(
        Reason.AUDIENCE, () -> tokens.checkOperator(tokens.forNewSandbox(UUID.randomUUID())));
    assertThat(tokens.checkOperator(token)).isNotEmpty();
  }

  /** Returns a token with another character in the middle of its signature. */
  static String cut(String token) {
    int at = token.lastIndexOf('.') + 10;
    char other = token.charAt(at) == 'A' ? 'B' : 'A';
    return token.substring(0, at) + other + token.substring(at + 1);
  }

  @Test
  void tokensOfTheHomeAreHiddenInTextsAndOthersStay() {
    String operator = tokens.operator(Optional.empty());
    String agent = tokens.forNewSandbox(UUID.randomUUID());
    tokens.forNewSandbox(UUID.randomUUID());
    String foreign = cut(agent);

    assertThat(tokens.redact("a" + operator + "b\n" + agent + "$1 " + foreign))
        .isEqualTo("a(secret)b\n(secret)$1 " + foreign);
  }

  @Test
  void aTokenAfterWhatLooksLikeTheStartOfOneIsHidden() {
    String operator = tokens.operator(Optional.empty());
    String header = operator.substring(0, operator.indexOf('.'));
    assertThat(tokens.redact("eyJx." + operator + " eyJ." + header + "." + operator))
        .isEqualTo("eyJx.(secret) eyJ." + header + ".(secret)");
  }

  @Test
  void aTextFullOfStartsOfTokensIsReadInTime() {
    String header = "eyJ".repeat(21) + ".";
    String text = (header + "x." + "y".repeat(43)).repeat(9000);
    assertThat(assertTimeoutPreemptively(Duration.ofSeconds(20), () -> tokens.redact(text)))
        .isEqualTo(text);
  }

  @Test
  void unsignedTokensAreRefused() throws Exception {
    String plain = new PlainJWT(operatorClaims().build()).serialize();
    assertRefused(Reason.ALGORITHM, () -> tokens.checkOperator(plain));
    String good = tokens.operator(Optional.empty());
    String header =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString("{\"alg\":\"none\"}".getBytes(UTF_8));
    String stripped = header + good.substring(good.indexOf('.'), good.lastIndexOf('.') + 1);
    assertRefused(Reason.ALGORITHM, () -> tokens.checkOperator(stripped));
    String kept = header + good.substring(good.indexOf('.'));
    assertThatExceptionOfType(TokenException.class).isThrownBy(() -> tokens.checkOperator(kept));
  }

  @Test
  void otherAlgorithmsAreRefusedEvenWithTheRightKey() throws Exception {
    JWTClaimsSet claims = operatorClaims().build();
    assertRefused(Reason.ALGORITHM, () -> tokens.checkOperator(sign(JWSAlgorithm.HS512, claims)));
    assertRefused(Reason.ALGORITHM, () -> tokens.checkOperator(sign(JWSAlgorithm.HS384, claims)));
    SignedJWT rsa = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), claims);
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    rsa.sign(new RSASSASigner(generator.generateKeyPair().getPrivate()));
    assertRefused(Reason.ALGORITHM, () -> tokens.checkOperator(rsa.serialize()));
  }

  @Test
  void aTokenOfAnotherKeyIsRefused() throws Exception {
    SignedJWT forged = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), operatorClaims().build());
    forged.sign(new MACSigner(new byte[32]));
    assertRefused(Reason.SIGNATURE, () -> tokens.checkOperator(forged.serialize()));
  }

  @Test
  void changingAnyPartOfATokenMakesItBad() throws JOSEException {
    String token = tokens.operator(Optional.empty());
    for (int i = 0; i < token.length() - 1; i++) {
      char other = token.charAt(i) == 'A' ? 'B' : 'A';
      String changed = token.substring(0, i) + other + token.substring(i + 1);
      assertThatExceptionOfType(TokenException.class)
          .as("character %d", i)
          .isThrownBy(() -> tokens.checkOperator(changed));
    }
  }

  @Test
  void aTokenOfAnotherHomeIsRefused() throws Exception {
    String foreign = sign(JWSAlgorithm.HS256, operatorClaims().issuer("otters:other").build());
    assertRefused(Reason.ISSUER, () -> tokens.checkOperator(foreign));
  }

  @Test
  void aTokenForAnotherUseIsRefused() throws Exception {
    String agents = tokens.forNewSandbox(agent);
    assertRefused(Reason.AUDIENCE, () -> tokens.checkOperator(agents));
    String operators = tokens.operator(Optional.empty());
    assertRefused(Reason.AUDIENCE, () -> tokens.authenticate(agent, operators));
    String both =
        sign(
            JWSAlgorithm.HS256,
            operatorClaims().audience(java.util.List.of("otters:operator", "x")).build());
    assertRefused(Reason.MALFORMED, () -> tokens.checkOperator(both));
  }

  @Test
  void aTokenWithoutAnEndOrAnIdIsRefused() throws Exception {
    String nameless = sign(JWSAlgorithm.HS256, operatorClaims().jwtID(null).build());
    assertRefused(Reason.MALFORMED, () -> tokens.checkOperator(nameless));
    String endless = sign(JWSAlgorithm.HS256, operatorClaims().expirationTime((Date) null).build());
    assertRefused(Reason.MALFORMED, () -> tokens.checkOperator(endless));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a", "a.b", "a.b.c", "..", "ä.ö.ü", "e30.e30.e30", "\u0000"})
  void garbageIsRefused(String token) {
    assertThatExceptionOfType(TokenException.class).isThrownBy(() -> tokens.checkOperator(token));
  }

  @Test
  void aHugeTokenIsRefusedUnread() {
    assertRefused(Reason.MALFORMED, () -> tokens.checkOperator("a.b.".repeat(1_000_000)));
  }

  @Test
  void anAgentGetsAFreshTokenForItsOldOne() {
    String first = tokens.forNewSandbox(agent);
    String second = tokens.authenticate(agent, first);
    String third = tokens.authenticate(agent, second);
    assertThat(third).isNotEqualTo(second);
    assertRefused(Reason.REVOKED, () -> tokens.authenticate(agent, first));
  }

  @Test
  void anAnswerThatWasLostStrandsNoAgent() {
    String first = tokens.forNewSandbox(agent);
    tokens.authenticate(agent, first);
    tokens.authenticate(agent, first);
    assertThat(tokens.authenticate(agent, first)).isNotEmpty();
  }

  @Test
  void anAgentRenewsAnExpiredTokenAfterALongAbsenceOfTheDaemon() {
    String token = tokens.forNewSandbox(agent);
    time.advance(Duration.ofDays(30));
    assertThat(tokens.authenticate(agent, token)).isNotEmpty();
  }

  @Test
  void aTokenOfAnotherAgentIsRefused() {
    String token = tokens.forNewSandbox(agent);
    assertRefused(Reason.AGENT, () -> tokens.authenticate(UUID.randomUUID(), token));
  }

  @Test
  void aNewSandboxMakesTheOldOnesTokenBad() {
    String old = tokens.forNewSandbox(agent);
    tokens.forNewSandbox(agent);
    assertRefused(Reason.REVOKED, () -> tokens.authenticate(agent, old));
  }

  @Test
  void aRevokedAgentHasNoGoodTokenAndOthersKeepTheirs() {
    UUID other = UUID.randomUUID();
    String mine = tokens.authenticate(agent, tokens.forNewSandbox(agent));
    String theirs = tokens.forNewSandbox(other);
    database.update(tx -> tokens.revoke(tx, agent));
    assertRefused(Reason.REVOKED, () -> tokens.authenticate(agent, mine));
    assertThat(tokens.authenticate(other, theirs)).isNotEmpty();
  }

  @Test
  void anAgentReconnectsAsOftenAsItLikes() {
    String token = tokens.forNewSandbox(agent);
    for (int i = 0; i < 10; i++) {
      token = tokens.authenticate(agent, token);
    }
    assertThat(database.<Long>read(rows -> rows.number("SELECT count(*) AS n FROM tokens")))
        .isLessThanOrEqualTo(2);
  }

  @Test
  void noTokenIsEverPrinted() {
    String token = tokens.forNewSandbox(agent);
    assertThatExceptionOfType(TokenException.class)
        .isThrownBy(() -> tokens.checkOperator(token))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain(token.substring(0, 10)));
  }
}
