package dev.otters.egress;

import dev.otters.home.store.Database;
import dev.otters.home.time.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hosts that agents reached or wanted to reach. New contacts are held in memory for a second
 * and then stored together. Thread-safe.
 */
final class Contacts {
  private static final Logger LOG = LoggerFactory.getLogger(Contacts.class);
  private static final Duration DELAY = Duration.ofSeconds(1);

  private final Database database;
  private final Time time;
  private final Map<UUID, Map<Contact.Key, Contact>> fresh = new HashMap<>();
  private boolean scheduled;

  Contacts(Database database, Time time) {
    this.database = database;
    this.time = time;
  }

  /**
   * Adds a contact. What exceeds the limits of {@link ContactRows} within a second is lost, as is
   * what is not stored when the daemon is killed.
   */
  synchronized void add(UUID agent, Contact contact) {
    Map<Contact.Key, Contact> own = fresh.computeIfAbsent(agent, _ -> new LinkedHashMap<>());
    if (!own.containsKey(contact.key())) {
      List<Contact.Key> alike =
          own.size() < ContactRows.MOST
              ? List.of()
              : own.keySet().stream().filter(key -> key.allowed() == contact.allowed()).toList();
      if (alike.size() >= ContactRows.MOST) {
        own.remove(alike.getFirst());
      }
    }
    own.merge(contact.key(), contact, Contact::plus);
    if (!scheduled) {
      scheduled = true;
      time.after(DELAY, this::store);
    }
  }

  /** Returns the contacts of an agent, the last ones first. */
  List<Contact> of(UUID agent) {
    store();
    return database.read(rows -> ContactRows.of(rows, agent));
  }

  /** Stores what is new. */
  void store() {
    Map<UUID, Map<Contact.Key, Contact>> taken = take();
    if (taken.isEmpty()) {
      return;
    }
    try {
      database.update(
          tx -> taken.forEach((agent, contacts) -> ContactRows.add(tx, agent, contacts.values())));
    } catch (RuntimeException e) {
      LOG.atWarn().setCause(e).log("cannot store the hosts that agents reached");
    }
  }

  private synchronized Map<UUID, Map<Contact.Key, Contact>> take() {
    Map<UUID, Map<Contact.Key, Contact>> taken = new HashMap<>(fresh);
    fresh.clear();
    scheduled = false;
    return taken;
  }
}
