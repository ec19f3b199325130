package dev.otters.sessions.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.InvalidSchemaRefException;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.path.PathType;
import dev.otters.sessions.log.SessionException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks the JSON Schemas of messages, and answers against them. Both have limits, and a check of
 * the same texts has the same result. Nothing is fetched: a schema may refer to itself only.
 */
public final class AnswerSchema {
  /** The limit on a schema in bytes of UTF-8. */
  public static final int MAX_BYTES = 32 * 1024;

  private static final int MAX_DEPTH = 32;

  /** The limit on an answer in characters. The check of some takes the square of their length. */
  private static final int MAX_ANSWER = 256 * 1024;

  private static final int MAX_ANSWER_DEPTH = 100;
  private static final long MAX_STEPS = 1_000_000;
  private static final int MAX_EVALUATION_DEPTH = 200;

  /** The limit on differences, with those of alternatives that do not apply. */
  private static final int MAX_DIFFERENCES = 50_000;

  private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_ANSWER_DEPTH).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  private static final String TOO_LARGE = "it has more than " + MAX_ANSWER + " characters";
  private static final String TOO_LONG = "it takes too many steps to check";
  private static final String BROKEN = "it cannot be checked: ";

  private AnswerSchema() {}

  /**
   * Checks a schema before it is stored.
   *
   * @throws SessionException with {@code INVALID} if it is not a schema, or one that is too large,
   *     refers to another document, or has a pattern that is not regular
   */
  public static void check(String schema) {
    if (schema.getBytes(UTF_8).length > MAX_BYTES) {
      throw refused("has more than " + MAX_BYTES / 1024 + " KiB");
    }
    try {
      JsonNode node = JSON.readTree(schema);
      if (!node.isObject()) {
        throw refused("must be a JSON object");
      }
      checkParts(node, 1);
      SpecificationVersion version = version(node);
      List<Error> problems = validate(meta(version), node);
      if (!problems.isEmpty()) {
        throw refused("is not valid: " + Problems.of(problems));
      }
      compile(node).initializeValidators();
    } catch (JacksonException e) {
      throw refused("is not JSON: " + Problems.oneLine(e.getOriginalMessage()));
    } catch (InvalidSchemaRefException e) {
      throw refused("refers to a part that it does not have: " + Problems.oneLine(said(e)));
    } catch (SchemaException | IllegalArgumentException e) {
      throw refused("is not valid: " + Problems.oneLine(said(e)));
    } catch (ValidationLimitExceededException
        | LinearPatterns.TooLong
        | StackOverflowError tooMuch) {
      throw refused("is too complex");
    }
  }

  /** Returns what {@link #check} says about a schema; empty if it is right. */
  public static Optional<String> complaint(String schema) {
    try {
      check(schema);
      return Optional.empty();
    } catch (SessionException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static String said(RuntimeException e) {
    return String.valueOf(e.getMessage());
  }

  private static SessionException refused(String why) {
    return SessionException.invalid("the schema " + why);
  }

  /** Refuses references and patterns, with clearer reasons than the validator has. */
  private static void checkParts(JsonNode node, int depth) {
    if (depth > MAX_DEPTH) {
      throw refused("is nested more than " + MAX_DEPTH + " levels deep");
    }
    for (String keyword : REFERENCES) {
      String target = node.path(keyword).asString("#");
      if (!target.startsWith("#")) {
        throw refused(
            "refers to another document, which is not fetched: " + Problems.oneLine(target));
      }
    }
    if (node.path("pattern").isString()) {
      LinearPatterns.check(node.path("pattern").asString());
    }
    node.path("patternProperties").propertyNames().forEach(LinearPatterns::check);
    node.forEach(part -> checkParts(part, depth + 1));
  }

  private static SpecificationVersion version(JsonNode schema) {
    String dialect = schema.path("$schema").asString("");
    String bare = dialect.replaceFirst("#$", "");
    return dialect.isEmpty()
        ? SpecificationVersion.DRAFT_2020_12
        : SpecificationVersion.fromDialectId(bare)
            .or(() -> SpecificationVersion.fromDialectId(bare + "#"))
            .orElseThrow(() -> refused("has an unknown $schema: " + Problems.oneLine(dialect)));
  }

  /**
   * Compares an answer with a schema.
   *
   * @return the differences for the model to read; empty if the answer matches
   */
  public static Optional<String> problem(String schema, String answer) {
    if (answer.length() > MAX_ANSWER) {
      return Optional.of(TOO_LARGE);
    }
    try {
      JsonNode document = JSON.readTree(answer);
      if (document.isMissingNode()) {
        return Optional.of("it is empty");
      }
      List<Error> problems = validate(compile(JSON.readTree(schema)), document);
      return problems.isEmpty() ? Optional.empty() : Optional.of(Problems.of(problems));
    } catch (JacksonException e) {
      return Optional.of("it is not a JSON document: " + Problems.oneLine(e.getOriginalMessage()));
    } catch (ValidationLimitExceededException
        | LinearPatterns.TooLong
        | StackOverflowError tooMuch) {
      return Optional.of(TOO_LONG);
    } catch (RuntimeException e) {
      // The answer is paid for, so a defect of the validator must not end the step.
      return Optional.of(BROKEN + Problems.oneLine(said(e)));
    }
  }

  /** Returns whether a problem says only that the answer could not be compared. */
  public static boolean isUndecided(String problem) {
    return problem.equals(TOO_LARGE) || problem.equals(TOO_LONG) || problem.startsWith(BROKEN);
  }

  private static List<Error> validate(Schema schema, JsonNode document) {
    ExecutionConfig limits =
        ExecutionConfig.builder()
            .maxEvaluationSteps(MAX_STEPS)
            .maxEvaluationDepth(MAX_EVALUATION_DEPTH)
            .formatAssertionsEnabled(false)
            .locale(Locale.ROOT)
            .build();
    return schema.validate(new Counted(limits), document, OutputFormat.DEFAULT);
  }

  /** Counts the differences, of which one step can find thousands and each takes memory. */
  private static final class Counted extends ExecutionContext {
    private int found;

    Counted(ExecutionConfig limits) {
      super(limits);
    }

    @Override
    public void addError(Error error) {
      if (++found > MAX_DIFFERENCES) {
        throw new LinearPatterns.TooLong();
      }
      super.addError(error);
    }
  }

  private static Schema meta(SpecificationVersion version) {
    return registry(version).getSchema(SchemaLocation.of(version.getDialectId()));
  }

  private static Schema compile(JsonNode schema) {
    return registry(version(schema)).getSchema(schema);
  }

  private static SchemaRegistry registry(SpecificationVersion version) {
    SchemaRegistryConfig config =
        SchemaRegistryConfig.builder()
            .regularExpressionFactory(new LinearPatterns())
            .pathType(PathType.JSON_POINTER)
            .preloadSchema(true)
            .locale(Locale.ROOT)
            .build();
    return SchemaRegistry.withDefaultDialect(
        version,
        builder ->
            builder
                .schemaRegistryConfig(config)
                .schemaLoader(loader -> loader.fetchRemoteResources(false)));
  }
}
