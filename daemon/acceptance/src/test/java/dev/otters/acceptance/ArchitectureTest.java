package dev.otters.acceptance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the product to its architecture. */
class ArchitectureTest {
  private static final String PRODUCT_PACKAGE = "dev.otters";
  private static final int MAX_LINES = 400;
  private static final int MAX_FILES = 40;
  private static final int MAX_PARAMETERS = 7;
  private static final int MIN_CLASSES = 700;

  /** Every module, with the modules whose types it may use. */
  private static final Map<String, Set<String>> MODULES =
      Map.ofEntries(
          Map.entry("protocol", Set.of()),
          Map.entry("worker", Set.of("protocol")),
          Map.entry("api", Set.of()),
          Map.entry("agentfile", Set.of()),
          Map.entry("credentials", Set.of()),
          Map.entry("http", Set.of()),
          Map.entry("egress", Set.of("protocol", "http", "home")),
          Map.entry("oci", Set.of("agentfile", "credentials", "http")),
          Map.entry("executor", Set.of("agentfile", "oci")),
          Map.entry("home", Set.of("api")),
          Map.entry("resources", Set.of("api", "home", "http", "egress")),
          Map.entry(
              "models", Set.of("api", "protocol", "agentfile", "oci", "executor", "http", "home")),
          Map.entry("sessions", Set.of("api", "protocol", "home", "models", "resources")),
          Map.entry(
              "agents",
              Set.of(
                  "api",
                  "credentials",
                  "protocol",
                  "agentfile",
                  "oci",
                  "egress",
                  "executor",
                  "home",
                  "models",
                  "resources",
                  "sessions")),
          Map.entry(
              "server",
              Set.of(
                  "api",
                  "credentials",
                  "protocol",
                  "agentfile",
                  "http",
                  "oci",
                  "egress",
                  "executor",
                  "home",
                  "models",
                  "resources",
                  "sessions",
                  "agents")),
          Map.entry("cli", Set.of("api", "credentials")),
          Map.entry("images", Set.of("oci", "protocol")),
          Map.entry(
              "bench",
              Set.of(
                  "api",
                  "protocol",
                  "agentfile",
                  "egress",
                  "oci",
                  "executor",
                  "home",
                  "models",
                  "resources",
                  "sessions",
                  "agents")),
          Map.entry("git", Set.of()),
          Map.entry("llama", Set.of("protocol")));

  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("testkit"))
          .withImportOption(location -> !location.contains("jmh_generated"))
          .importPackages(PRODUCT_PACKAGE);

  @Test
  void theWholeProductIsScanned() {
    assertThat(PRODUCT).hasSizeGreaterThanOrEqualTo(MIN_CLASSES);
    assertThat(PRODUCT.stream().map(ArchitectureTest::moduleOf).collect(toSet()))
        .isEqualTo(MODULES.keySet());
  }

  static Stream<String> modules() {
    return MODULES.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleUsesOnlyTheModulesBelowIt(String module) {
    Set<String> allowed = MODULES.getOrDefault(module, Set.of());
    DescribedPredicate<JavaClass> forbidden =
        DescribedPredicate.describe(
            "be in the product outside of " + module + " and " + allowed,
            type -> {
              String other = moduleOf(type);
              return !other.isEmpty() && !other.equals(module) && !allowed.contains(other);
            });
    noClasses()
        .that()
        .resideInAPackage(PRODUCT_PACKAGE + "." + module + "..")
        .should()
        .dependOnClassesThat(forbidden)
        .check(PRODUCT);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching(PRODUCT_PACKAGE + ".(**)").should().beFreeOfCycles().check(PRODUCT);
  }

  @Test
  void dockerJavaIsUsedInOnePackage() {
    onlyIn("dev.otters.executor.docker", "com.github.dockerjava..");
  }

  @Test
  void jibIsUsedInOnePackage() {
    onlyIn("dev.otters.images", "com.google.cloud.tools.jib..");
  }

  @Test
  void langChain4jIsUsedInOnePackage() {
    onlyIn("dev.otters.models.provider.langchain4j", "dev.langchain4j..");
  }

  @Test
  void theValidatorOfSchemasIsUsedInOnePackage() {
    onlyIn("dev.otters.sessions.schema", "com.networknt..", "com.google.re2j..");
  }

  /** The bench also measures the SDK alone. */
  @Test
  void theSdkOfTheModelContextProtocolIsUsedInOnePackage() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.otters.resources.mcp..", "dev.otters.bench.figure..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.modelcontextprotocol..", "reactor..")
        .check(PRODUCT);
  }

  @Test
  void llamaCppIsUsedInOneModule() {
    onlyIn("dev.otters.llama", "de.kherud.llama..");
  }

  @Test
  void jgitIsUsedInOneModule() {
    onlyIn("dev.otters.git", "org.eclipse.jgit..");
  }

  /** The bench also measures the driver alone. */
  @Test
  void sqlIsUsedInOnePackage() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.otters.home.store..", "dev.otters.bench.figure..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite..")
        .check(PRODUCT);
  }

  @Test
  void onlyWhatPeopleStartWritesToTheStandardStreams() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.otters.cli..", "dev.otters.images..", "dev.otters.bench..")
        .and()
        .doNotHaveFullyQualifiedName("dev.otters.server.Main")
        .should(ACCESS_STANDARD_STREAMS)
        .check(PRODUCT);
  }

  @Test
  void everyPackageIsNullMarked() {
    classes()
        .should(
            new ArchCondition<JavaClass>("be in a package that is @NullMarked") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                String name = type.getPackageName();
                events.add(new SimpleConditionEvent(type, marked, name + " is not @NullMarked"));
              }
            })
        .check(PRODUCT);
  }

  @Test
  void noFileIsTooLong() throws IOException {
    List<String> tooLong = new ArrayList<>();
    List<Path> files = sources();
    for (Path file : files) {
      long lines = Files.readAllLines(file).size();
      if (lines > MAX_LINES) {
        tooLong.add(file + ": " + lines + " lines");
      }
    }
    assertThat(files).hasSizeGreaterThanOrEqualTo(MIN_CLASSES);
    assertThat(tooLong).as("files with more than %s lines", MAX_LINES).isEmpty();
  }

  /** A rule that would not notice the one place where the library is used would notice nothing. */
  @Test
  void noPackageIsCrowded() {
    Map<String, Long> files =
        PRODUCT.stream()
            .filter(type -> type.isTopLevelClass())
            .collect(groupingBy(JavaClass::getPackageName, counting()));
    assertThat(files)
        .isNotEmpty()
        .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MAX_FILES));
  }

  @Test
  void noConstructorTakesManyParameters() {
    assertThat(
            PRODUCT.stream()
                .filter(
                    type ->
                        !type.isRecord()
                            && !type.isEnum()
                            && !type.isAnonymousClass()
                            && !type.isLocalClass()))
        .isNotEmpty()
        .allSatisfy(
            type ->
                assertThat(type.getConstructors())
                    .allSatisfy(
                        constructor ->
                            assertThat(constructor.getRawParameterTypes())
                                .as(constructor.getFullName())
                                .hasSizeLessThanOrEqualTo(MAX_PARAMETERS)));
  }

  private static void onlyIn(String place, String... libraryPackages) {
    nowhereBut(place, libraryPackages).check(PRODUCT);
    ArchRule nowhere = nowhereBut("dev.otters.nowhere", libraryPackages);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> nowhere.check(PRODUCT))
        .withMessageContaining(place);
  }

  private static ArchRule nowhereBut(String place, String... libraryPackages) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(place + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(libraryPackages);
  }

  /** The module of a type, empty for a type that is not ours. */
  private static String moduleOf(JavaClass type) {
    String prefix = PRODUCT_PACKAGE + ".";
    String name = type.getPackageName();
    return name.startsWith(prefix) ? name.substring(prefix.length()).split("\\.", 2)[0] : "";
  }

  private static List<Path> sources() throws IOException {
    Path root = Path.of(System.getProperty("otters.root"));
    List<Path> files = new ArrayList<>();
    for (String top : List.of("runtime", "daemon", "images")) {
      try (Stream<Path> found = Files.walk(root.resolve(top))) {
        found
            .map(root::relativize)
            .filter(file -> file.toString().matches(".*/src/.*\\.java"))
            .forEach(file -> files.add(root.resolve(file)));
      }
    }
    return files;
  }
}
