package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The file {@code bom.json} of the distribution. */
@Tag("bubblewrap")
class BillOfMaterialsTest {
  private static final JsonNode BILL =
      Otters.JSON.readTree(Otters.read(Distribution.folder().resolve("bom.json")));

  /** Returns the names in the bill by the SHA-256 of their jars. */
  private static Map<String, String> named() {
    Map<String, String> named = new TreeMap<>();
    for (JsonNode component : BILL.get("components")) {
      JsonNode hash = component.get("hashes").get(0);
      assertThat(hash.get("alg").asString()).isEqualTo("SHA-256");
      String name =
          String.join(
              ":",
              component.get("group").asString(),
              component.get("name").asString(),
              component.get("version").asString());
      assertThat(named.put(hash.get("content").asString(), name)).as("twice").isNull();
    }
    return named;
  }

  private static Map<String, String> jars() throws IOException, GeneralSecurityException {
    Map<String, String> jars = new TreeMap<>();
    List<Path> files;
    try (var all = Files.walk(Distribution.folder())) {
      files = all.filter(file -> file.toString().endsWith(".jar")).toList();
    }
    for (Path file : files) {
      byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      jars.put(HexFormat.of().formatHex(sha256), file.getFileName().toString());
    }
    return jars;
  }

  @Test
  void itListsEachJarWithItsDigestAndNoOther() throws Exception {
    assertThat(BILL.get("bomFormat").asString()).isEqualTo("CycloneDX");
    assertThat(named().keySet()).hasSizeGreaterThan(50).isEqualTo(jars().keySet());
  }

  @Test
  void itsNamesAreThoseOfTheLockedDependenciesAndOfTheModules() throws Exception {
    String lock = Otters.read(Distribution.root().resolve("gradle/dependencies.lock"));
    Map<String, String> jars = jars();
    named()
        .forEach(
            (sha256, name) -> {
              String jar = jars.get(sha256);
              if (name.startsWith("dev.otters:")) {
                assertThat(jar).isEqualTo(name.split(":", -1)[1] + ".jar");
              } else {
                // One library is compiled from its sources, which are locked.
                boolean compiled = jar.equals("picocli-25.jar");
                assertThat(lock).contains(name + " " + (compiled ? "" : jar + " " + sha256 + "\n"));
              }
            });
  }
}
