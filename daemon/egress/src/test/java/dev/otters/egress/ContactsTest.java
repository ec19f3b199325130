package dev.otters.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContactsTest {
  private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path folder;
  private final ManualTime time = new ManualTime();
  private final UUID agent = UUID.randomUUID();
  private Database database;
  private Contacts contacts;

  @BeforeEach
  void open() {
    database = Database.open(folder.resolve("daemon.db"));
    Agents.add(database, agent);
    contacts = new Contacts(database, time);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Contact contact(String host, boolean allowed, long sent, int second) {
    return new Contact(host, 443, allowed, host, 1, sent, 2 * sent, THEN.plusSeconds(second));
  }

  private List<Contact> stored() {
    return database.read(rows -> ContactRows.of(rows, agent));
  }

  @Test
  void contactsOfAHostAreAddedUpInMemoryAndOnDisk() {
    contacts.add(agent, contact("a.example", true, 10, 1));
    contacts.add(agent, contact("a.example", true, 5, 2));
    contacts.add(agent, contact("a.example", false, 0, 3));
    assertThat(stored()).isEmpty();

    time.advance(Duration.ofSeconds(1));
    contacts.add(agent, contact("a.example", true, 1, 4));
    assertThat(stored()).hasSize(2);

    assertThat(contacts.of(agent))
        .containsExactly(
            new Contact("a.example", 443, true, "a.example", 3, 16, 32, THEN.plusSeconds(4)),
            new Contact("a.example", 443, false, "a.example", 1, 0, 0, THEN.plusSeconds(3)));
    assertThat(contacts.of(UUID.randomUUID())).isEmpty();
  }

  @Test
  void theRuleOfTheLastConnectionIsShown() {
    contacts.add(agent, contact("a.example", true, 1, 1));
    contacts.store();
    contacts.add(
        agent, new Contact("a.example", 443, true, "*.example", 1, 1, 1, THEN.plusSeconds(2)));
    assertThat(contacts.of(agent)).extracting(Contact::rule).containsExactly("*.example");
  }

  @Test
  void anAgentKeepsItsLastThousandHosts() {
    for (int i = 0; i < 2_500; i++) {
      contacts.add(agent, contact("h" + i + ".example", false, 0, i));
      if (i == 700) {
        contacts.store();
      }
    }
    contacts.store();
    assertThat(stored())
        .hasSize(1_000)
        .extracting(Contact::host)
        .startsWith("h2499.example", "h2498.example")
        .endsWith("h1500.example");
  }

  @Test
  void contactsOfARemovedAgentAreForgotten() {
    contacts.add(agent, contact("a.example", true, 1, 1));
    contacts.store();
    database.update(tx -> tx.execute("DELETE FROM agents WHERE id = ?", agent));
    assertThat(stored()).isEmpty();
    contacts.add(agent, contact("b.example", true, 1, 1));
    assertThat(contacts.of(agent)).isEmpty();
  }

  @Test
  void refusalsDoNotPushOutWhatWasReached() {
    contacts.add(agent, contact("a.example", true, 10, 1));
    contacts.store();
    for (int i = 0; i < 1_100; i++) {
      contacts.add(agent, contact("h" + i + ".example", false, 0, 2));
    }
    assertThat(contacts.of(agent)).extracting(Contact::host).contains("a.example");
  }

  @Test
  void aClockThatWasSetBackDoesNotLoseNewContacts() {
    for (int i = 0; i < 1_000; i++) {
      contacts.add(agent, contact("h" + i + ".example", true, 0, 1_000));
    }
    contacts.store();
    contacts.add(agent, contact("a.example", true, 10, 1));
    assertThat(contacts.of(agent)).extracting(Contact::host).contains("a.example");
  }
}
