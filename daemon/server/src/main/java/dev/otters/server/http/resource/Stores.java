package dev.otters.server.http.resource;

import dev.otters.resources.grant.Namespace;
import dev.otters.server.http.Request;

/** Reads what the routes of all stores share. */
final class Stores {
  private Stores() {}

  static Namespace namespace(String path) {
    try {
      return new Namespace(path);
    } catch (IllegalArgumentException e) {
      throw Request.invalid(String.valueOf(e.getMessage()));
    }
  }
}
