package dev.otters.home.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.otters.home.token.TokenException.Reason;
import java.text.ParseException;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Writes and reads signed tokens. Accepts only HS256, whatever the header of a token says. */
final class Jwt {
  static final int MAX_LENGTH = 4096;
  private static final String AGENT = "agent";

  private final SigningKey key;
  private final String issuer;

  Jwt(SigningKey key, String issuer) {
    this.key = key;
    this.issuer = issuer;
  }

  String sign(Claims claims, Date issuedAt) {
    JWTClaimsSet.Builder set =
        new JWTClaimsSet.Builder()
            .issuer(issuer)
            .audience(claims.audience())
            .jwtID(claims.jti())
            .issueTime(issuedAt)
            .expirationTime(Date.from(claims.expiresAt()));
    claims.agent().ifPresent(agent -> set.claim(AGENT, agent.toString()));
    JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.HS256).type(JOSEObjectType.JWT).build();
    SignedJWT jwt = new SignedJWT(header, set.build());
    try {
      jwt.sign(new MACSigner(key.secret()));
    } catch (JOSEException e) {
      throw new IllegalStateException("a key of 32 bytes signs with HS256", e);
    }
    return jwt.serialize();
  }

  /** Reads a token that this key signed for this home, expired or not. */
  Claims verify(String token) {
    if (token.length() > MAX_LENGTH) {
      throw new TokenException(Reason.MALFORMED);
    }
    try {
      SignedJWT jwt = SignedJWT.parse(token);
      if (!jwt.getHeader().getAlgorithm().equals(JWSAlgorithm.HS256)) {
        throw new TokenException(Reason.ALGORITHM);
      }
      if (!jwt.verify(new MACVerifier(key.secret()))) {
        throw new TokenException(Reason.SIGNATURE);
      }
      return claims(jwt.getJWTClaimsSet());
    } catch (ParseException | IllegalArgumentException e) {
      throw new TokenException(unsigned(token) ? Reason.ALGORITHM : Reason.MALFORMED);
    } catch (JOSEException e) {
      throw new TokenException(Reason.SIGNATURE);
    }
  }

  /** Returns whether a text is a token that this key signed. */
  boolean signed(String token) {
    try {
      Claims unused = verify(token);
      return true;
    } catch (TokenException _) {
      return false;
    }
  }

  private Claims claims(JWTClaimsSet set) throws ParseException {
    if (!issuer.equals(set.getIssuer())) {
      throw new TokenException(Reason.ISSUER);
    }
    List<String> audience = set.getAudience();
    if (audience.size() != 1 || set.getExpirationTime() == null || set.getJWTID() == null) {
      throw new TokenException(Reason.MALFORMED);
    }
    Optional<UUID> agent = Optional.ofNullable(set.getStringClaim(AGENT)).map(UUID::fromString);
    return new Claims(
        set.getJWTID(), audience.getFirst(), set.getExpirationTime().toInstant(), agent);
  }

  /**
   * Returns whether the header declares no signature. The parser of signed tokens rejects such a
   * token.
   */
  private static boolean unsigned(String token) {
    try {
      return com.nimbusds.jwt.JWTParser.parse(token) instanceof com.nimbusds.jwt.PlainJWT;
    } catch (ParseException e) {
      return false;
    }
  }
}
