-- Every request that writes, stored before its work or with its first change. `status` is NULL until it is answered.
-- `call` is the method and the template of the route. `token` is the id of the token.
CREATE TABLE audit_writes(
  key INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  call TEXT NOT NULL,
  target TEXT NOT NULL,
  status INTEGER,
  token TEXT NOT NULL,
  peer TEXT NOT NULL) STRICT;

INSERT INTO audit_writes(key, at, call, target, status, token, peer)
  SELECT key, at,
    CASE action
      WHEN 'vault.set' THEN 'PUT /v1/vaults/{vault}'
      WHEN 'vault.rm' THEN 'DELETE /v1/vaults/{vault}'
      WHEN 'vault.reveal' THEN 'POST /v1/vaults/{vault}/reveal'
      ELSE action END,
    subject,
    CASE action WHEN 'vault.rm' THEN 204 ELSE 200 END,
    token, '-'
  FROM audit;

DROP TABLE audit;
ALTER TABLE audit_writes RENAME TO audit;

-- Requests that were refused with 401 or 403. Equal ones of an hour share a row.
CREATE TABLE refusals(
  key INTEGER PRIMARY KEY,
  hour INTEGER NOT NULL,
  at INTEGER NOT NULL,
  call TEXT NOT NULL,
  target TEXT NOT NULL,
  status INTEGER NOT NULL,
  token TEXT NOT NULL,
  peer TEXT NOT NULL,
  count INTEGER NOT NULL,
  UNIQUE(hour, call, target, status, token, peer)) STRICT;
