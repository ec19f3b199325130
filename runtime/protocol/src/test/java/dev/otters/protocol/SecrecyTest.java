package dev.otters.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecrecyTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "TOKEN",
        "GITHUB_TOKEN",
        "DB_PASSWORD",
        "DBPASSWORD",
        "MYSQL_PASSWD",
        "AWS_SECRET_ACCESS_KEY",
        "GOOGLE_CREDENTIALS",
        "PRIVATE_KEY",
        "SESSION_COOKIE",
        "BASIC_AUTH",
        "OAUTH2_CLIENT",
        "API_KEY",
        "APIKEY",
        "OPENAI_APIKEY",
        "SENTRY_DSN",
        "SSH_KEYS",
        "apiToken",
        "authHeader",
        "jwtValue",
        "npm-auth",
        "DB_PASS"
      })
  void aTellingKeyIsSecret(String key) {
    assertThat(Secrecy.isSecretKey(key)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "KUBECONFIG",
        "GIT_AUTHOR_NAME",
        "AUTHORITY",
        "MONKEY",
        "KEYBOARD",
        "LANG",
        "PATH_STYLE",
        "COMPASS",
        "PASSENGERS",
        "REGION",
        ""
      })
  void anOrdinaryKeyIsNot(String key) {
    assertThat(Secrecy.isSecretKey(key)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE",
        "postgres://app:hunter2@db:5432/app",
        "https://:tok@host/",
        "AKIAIOSFODNN7EXAMPLE",
        "id ASIAIOSFODNN7EXAMPLE in a text",
        "ghp_0123456789abcdefghij0123456789abcdef",
        "xoxb-0123456789-abcdef",
        "sk-proj-0123456789abcdefghij",
        "Endpoint=sb://x;SharedAccessKey=abc=",
        "server=db;password=abc",
        "AIzaxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "ya29.xxxxxxxxxxxxxxxx",
        "github_pat_xxxxxxxxxxxxxxxxxxxx",
        "glpat-xxxxxxxxxxxxxxxx",
        "npm_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "rk_live_xxxxxxxxxxxxxxxx",
        "sk_test_xxxxxxxxxxxxxxxx",
        "hf_xxxxxxxxxxxxxxxxxxxxxxxx",
      })
  void aValueOfASecretsShapeIsSecretUnderAnyKey(String value) {
    assertThat(Secrecy.isSecret("NOTE", value)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "production",
        "https://example.org/a@b",
        "user@example.org",
        "http://host:8080/path",
        "/kubeconfig.yaml",
        "eu-central-1",
        "12:30@noon",
        "sk-short"
      })
  void anOrdinaryValueIsNot(String value) {
    assertThat(Secrecy.isSecret("NOTE", value)).isFalse();
  }

  @Test
  void aHugeValueIsJudgedInTime() {
    for (String piece : new String[] {"a", "://", "eyJ", "xoxb-", "://a:", "Password="}) {
      String value = piece.repeat(1 << 18);

      Assertions.assertTimeoutPreemptively(
          Duration.ofSeconds(10), () -> Secrecy.isSecretValue(value), piece);
    }
  }
}
