-- The hosts that agents reached or wanted to reach through the egress proxy.
CREATE TABLE contacts(
  agent TEXT NOT NULL REFERENCES agents(id) ON DELETE CASCADE,
  host TEXT NOT NULL,
  port INTEGER NOT NULL,
  allowed INTEGER NOT NULL,
  rule TEXT NOT NULL,
  connections INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  received INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY(agent, host, port, allowed)) STRICT;

CREATE INDEX contacts_seq ON contacts(seq);
