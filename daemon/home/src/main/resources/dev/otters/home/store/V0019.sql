-- The turn whose request a replay sent to another model. The activation of such a trace is its own, as in the ledger.
ALTER TABLE traces ADD COLUMN replay_of TEXT;
CREATE INDEX traces_of_replays ON traces(session, replay_of) WHERE replay_of IS NOT NULL;
