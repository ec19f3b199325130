package dev.otters.agentfile.parser;

import static dev.otters.agentfile.parser.Parsing.agentfile;
import static dev.otters.agentfile.parser.Parsing.errors;
import static dev.otters.agentfile.parser.Parsing.problem;
import static dev.otters.agentfile.parser.Parsing.warnings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Config;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.Env;
import dev.otters.agentfile.Problem;
import dev.otters.agentfile.ProblemCode;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigAndEnvTest {
  @Test
  void keysThatResembleThoseOfTheRuntimeWarn() {
    var problem = problem("CONFIG max_iteratons=3");

    assertThat(problem.message())
        .isEqualTo("CONFIG \"max_iteratons\" is not one that the runtime knows");
    assertThat(problem.code()).isEqualTo(ProblemCode.UNKNOWN_CONFIG);
    assertThat(problem.severity()).isEqualTo(Problem.Severity.WARNING);
    assertThat(problem.suggestion()).contains("max-iterations");
    assertThat(warnings("CONFIG tool_timeout=3", "CONFIG region=x", "CONFIG rag-index=y"))
        .isEmpty();
  }

  @Test
  void bareConfigValuesAreTyped() {
    assertThat(value("true")).isEqualTo(new ConfigValue.Bool(true));
    assertThat(value("false")).isEqualTo(new ConfigValue.Bool(false));
    assertThat(value("007")).isEqualTo(new ConfigValue.Int(7));
    assertThat(value("-9223372036854775808")).isEqualTo(new ConfigValue.Int(Long.MIN_VALUE));
    assertThat(value("+5")).isEqualTo(new ConfigValue.Int(5));
    assertThat(value("0.7")).isEqualTo(new ConfigValue.Decimal(0.7));
    assertThat(value(".5")).isEqualTo(new ConfigValue.Decimal(0.5));
    assertThat(value("1e3")).isEqualTo(new ConfigValue.Decimal(1000));
    assertThat(value("0x1p-2")).isEqualTo(new ConfigValue.Decimal(0.25));
    assertThat(value("9223372036854775808")).isEqualTo(new ConfigValue.Decimal(0x1p63));
  }

  @Test
  void digitsMayBeInGroups() {
    assertThat(value("1_000")).isEqualTo(new ConfigValue.Decimal(1000));
    assertThat(value("+1_0.5_0")).isEqualTo(new ConfigValue.Decimal(10.5));
    assertThat(value("1e1_0")).isEqualTo(new ConfigValue.Decimal(1e10));
    assertThat(value("0x_1p4")).isEqualTo(new ConfigValue.Decimal(16));
    assertThat(value("0x1_fp0")).isEqualTo(new ConfigValue.Decimal(31));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "True",
        "yes",
        "inf",
        "-Inf",
        "nan",
        "NaN",
        "Infinity",
        "1e999",
        "1d",
        "0x10",
        "1__0",
        "_1",
        "1_",
        "1_.5",
        "1._5",
        "1e_1",
        "1_e3",
        "0x_.8p1",
        ".",
        "-",
        "1.2.3",
        "summarize",
        "a=b!c"
      })
  void otherBareConfigValuesAreText(String text) {
    assertThat(value(text)).isEqualTo(new ConfigValue.Text(text));
  }

  @Test
  void quotedConfigValuesAreText() {
    assertThat(value("\"true\"")).isEqualTo(new ConfigValue.Text("true"));
    assertThat(value("\"\"")).isEqualTo(new ConfigValue.Text(""));
    assertThat(value("\"a \\\"b\\\" \\u00e9 \\ud83e\\udda6\\t\""))
        .isEqualTo(new ConfigValue.Text("a \"b\" é 🦦\t"));
  }

  @Test
  void aConfigMayBeRequiredOrOnlyDeclared() {
    assertThat(
            agentfile("CONFIG api-base! \"URL\"", "CONFIG extra", "CONFIG n = 1 \"one\"")
                .all(Config.class))
        .containsExactly(
            new Config("api-base", Optional.empty(), true, "URL"),
            new Config("extra", Optional.empty(), false, ""),
            new Config("n", Optional.of(new ConfigValue.Int(1)), false, "one"));
  }

  @Test
  void snakeCaseKeysBecomeKebabCase() {
    assertThat(agentfile("CONFIG max_tokens=1").all(Config.class).getFirst().key())
        .isEqualTo("max-tokens");
  }

  @Test
  void missingAndEmptyPartsOfAConfigAreNamed() {
    assertThat(errors("CONFIG", "CONFIG =1", "CONFIG \"\"=1", "CONFIG a=", "CONFIG a!=1"))
        .containsExactly(
            "2:7: CONFIG needs a key",
            "3:8: CONFIG needs a key here",
            "4:8: CONFIG needs a key here, without quotes",
            "5:10: a value is missing after =; write \"\" for an empty one",
            "6:8: CONFIG \"a\" is required, so it cannot have a default value");
  }

  @Test
  void wrongConfigKeysAreRefusedWithTheNearestRightOne() {
    var problem = problem("CONFIG Max_Tokens=1");

    assertThat(problem.message())
        .isEqualTo(
            "CONFIG \"Max_Tokens\" must be 1 to 63 lower-case letters, digits or '-', and start and"
                + " end with a letter or digit");
    assertThat(problem.suggestion()).contains("max-tokens");
    assertThat(problem("CONFIG -a=1").suggestion()).isEmpty();
  }

  @Test
  void valuesWithBlanksOrQuotesStandInQuotes() {
    assertThat(
            errors(
                "CONFIG a=b c",
                "CONFIG a=b\"c\"",
                "CONFIG a='b c'",
                "CONFIG a=\"b",
                "ENV A=\"\\q\""))
        .containsExactly(
            "2:12: CONFIG does not expect \"c\" here: put text with blanks in double quotes",
            "3:10: put a value that contains quotes or blanks in double quotes",
            "4:13: CONFIG does not expect \"c'\" here: put text with blanks in double quotes",
            "5:10: unterminated string: close it with \" on the same line",
            "6:8: unknown escape \"\\q\"");
  }

  @Test
  void aLaterConfigWins() {
    assertThat(warnings("CONFIG a=1", "CONFIG a=2"))
        .containsExactly("3:8: CONFIG a replaces the one of line 2");
  }

  @Test
  void envHasAKeyAValueAndADescription() {
    assertThat(
            agentfile(
                    "ENV LOG_LEVEL=debug",
                    "ENV A=\"b c\" \"text\"",
                    "ENV B=\"\"",
                    "ENV C=",
                    "ENV _D=x=y?z!")
                .all(Env.class))
        .containsExactly(
            new Env("LOG_LEVEL", "debug", ""),
            new Env("A", "b c", "text"),
            new Env("B", "", ""),
            new Env("C", "", ""),
            new Env("_D", "x=y?z!", ""));
  }

  @Test
  void aTrailingBackslashIsPartOfABareValue() {
    assertThat(agentfile("ENV A=b\\").all(Env.class).getFirst().value()).isEqualTo("b\\");
  }

  @Test
  void missingAndWrongPartsOfAnEnvAreNamed() {
    assertThat(errors("ENV", "ENV A", "ENV A \"b\"", "ENV =b", "ENV 1A=b", "ENV A-B=c"))
        .containsExactly(
            "2:4: ENV needs a key",
            "3:6: ENV needs = after the key, as in KEY=value or KEY=\"\"",
            "4:7: ENV needs = after the key, as in KEY=value or KEY=\"\"",
            "5:5: ENV needs a key here",
            "6:5: ENV \"1A\" must be upper-case letters, digits and '_', and start with a letter or"
                + " '_'",
            "7:5: ENV \"A-B\" must be upper-case letters, digits and '_', and start with a letter"
                + " or '_'");
    assertThat(problem("ENV node-env=x").suggestion()).contains("NODE_ENV");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATH",
        "HOME",
        "TMPDIR",
        "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "LANG",
        "OTTERS_AGENT_ROOT",
        "OTTERSD_URL",
        "OTTERS_AGENT_TOKEN",
        "OTTERS",
        "LD_PRELOAD",
        "LD_LIBRARY_PATH",
        "LD_AUDIT",
        "JAVA_TOOL_OPTIONS",
        "JDK_JAVA_OPTIONS",
        "_JAVA_OPTIONS",
        "HTTP_PROXY",
        "NO_PROXY",
        "CORP_HTTPS_PROXY",
        "OPENAI_API_KEY",
        "OPENAI_API_BASE"
      })
  void reservedKeysAreRefusedWithTheReason(String key) {
    assertThat(errors("ENV " + key + "=x").getFirst())
        .startsWith("2:5: ENV \"" + key + "\" is reserved: ");
  }

  @Test
  void keysThatOnlyResembleReservedOnesAreFree() {
    assertThat(
            agentfile("ENV MY_PATH=x", "ENV RUNTIME_MAX_TOKENS=1", "ENV PROXY=x", "ENV API_KEY=x")
                .all(Env.class))
        .hasSize(4);
  }

  private static ConfigValue value(String text) {
    return agentfile("CONFIG a=" + text).all(Config.class).getFirst().value().orElseThrow();
  }
}
