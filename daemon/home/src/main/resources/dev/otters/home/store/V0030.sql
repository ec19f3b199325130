-- What an agent moved through the egress proxy on its last day with traffic. A day counts from 1970-01-01, in UTC.
CREATE TABLE traffic(
  agent TEXT PRIMARY KEY REFERENCES agents(id) ON DELETE CASCADE,
  day INTEGER NOT NULL,
  bytes INTEGER NOT NULL) STRICT;
