package dev.otters.egress;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * The table {@code contacts}. An agent keeps the last {@value #MOST} hosts that it reached, and as
 * many that it did not.
 */
final class ContactRows {
  static final int MOST = 1_000;

  private ContactRows() {}

  /** Adds contacts to those of an agent. An agent that has been removed gets none. */
  static void add(Tx tx, UUID agent, Collection<Contact> contacts) {
    if (!tx.any("SELECT 1 FROM agents WHERE id = ?", agent)) {
      return;
    }
    for (Contact contact : contacts) {
      int unused =
          tx.execute(
              "INSERT INTO contacts(agent, host, port, allowed, rule, connections, sent, received,"
                  + " last_at, seq) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT COALESCE(MAX(seq),"
                  + " 0) + 1 FROM contacts)) ON CONFLICT DO UPDATE SET seq = excluded.seq, rule ="
                  + " excluded.rule, connections = connections + excluded.connections, sent = sent"
                  + " + excluded.sent, received = received + excluded.received, last_at ="
                  + " excluded.last_at",
              agent,
              contact.host(),
              contact.port(),
              contact.allowed(),
              contact.rule(),
              contact.connections(),
              contact.sent(),
              contact.received(),
              contact.last());
    }
    for (boolean allowed : new boolean[] {true, false}) {
      int unused =
          tx.execute(
              "DELETE FROM contacts WHERE agent = ? AND allowed = ? AND seq NOT IN (SELECT seq FROM"
                  + " contacts WHERE agent = ? AND allowed = ? ORDER BY seq DESC LIMIT ?)",
              agent,
              allowed,
              agent,
              allowed,
              MOST);
    }
  }

  /** Returns the contacts of an agent, the last ones first. */
  static List<Contact> of(Rows rows, UUID agent) {
    return rows.list(
        "SELECT * FROM contacts WHERE agent = ? ORDER BY seq DESC", ContactRows::contact, agent);
  }

  private static Contact contact(Row row) {
    return new Contact(
        row.text("host"),
        (int) row.number("port"),
        row.flag("allowed"),
        row.text("rule"),
        row.number("connections"),
        row.number("sent"),
        row.number("received"),
        row.time("last_at"));
  }
}
