-- The uid of the newest agent. It survives the removal of the agent, so that the next one gets another.
CREATE TABLE last_uid(uid INTEGER NOT NULL) STRICT;
INSERT INTO last_uid SELECT coalesce(max(uid), 0) FROM agents;
