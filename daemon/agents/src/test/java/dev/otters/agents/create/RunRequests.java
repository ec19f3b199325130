package dev.otters.agents.create;

import dev.otters.api.Json;
import dev.otters.api.agent.RunRequest;
import java.util.HashMap;
import java.util.Map;

/** Run requests as clients send them: what they do not name is left out. */
public final class RunRequests {
  private RunRequests() {}

  /** Makes a request for an image with some more members. */
  public static RunRequest of(String ref, Map<String, Object> more) {
    Map<String, Object> members = new HashMap<>(more);
    members.put("ref", ref);
    return Json.read(Json.write(members), RunRequest.class);
  }
}
