package dev.otters.agents.session;

import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.writeback.DraftFolder;
import java.util.Optional;
import java.util.UUID;

/**
 * The drafts of sessions, without those that an earlier session with the same name left.
 *
 * @param drafts the folders
 */
public record SettledDrafts(DraftFolder drafts, SessionRemovals removals) implements DraftFolder {
  @Override
  public String target(UUID agent, String session) {
    return drafts.target(agent, session);
  }

  @Override
  public Optional<Content> read(UUID agent, String session, FilePath path) {
    removals.settle(agent, session);
    return drafts.read(agent, session, path);
  }

  @Override
  public void write(UUID agent, String session, FilePath path, Content content) {
    removals.settle(agent, session);
    drafts.write(agent, session, path, content);
  }
}
