-- What a session has that was created explicitly. `request` is the id of the request, and `hash` its SHA-256: a repetition creates nothing.
-- `tools` is a list of tools with name, description and parametersJson.
CREATE TABLE session_setups(
  session INTEGER PRIMARY KEY REFERENCES sessions(key) ON DELETE CASCADE,
  agent TEXT NOT NULL,
  request TEXT NOT NULL,
  hash TEXT NOT NULL,
  labels TEXT NOT NULL,
  tools TEXT NOT NULL) STRICT;

CREATE UNIQUE INDEX session_setups_of_request ON session_setups(agent, request);

-- A call of a client's tool. Its key is never given again: a late result must not answer another call.
CREATE TABLE custom_calls(
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER NOT NULL REFERENCES sessions(key) ON DELETE CASCADE,
  agent TEXT NOT NULL,
  activation TEXT NOT NULL,
  fence INTEGER NOT NULL,
  step INTEGER NOT NULL,
  call TEXT NOT NULL,
  tool TEXT NOT NULL,
  input TEXT NOT NULL,
  state TEXT NOT NULL,
  requested_at INTEGER NOT NULL) STRICT;

CREATE UNIQUE INDEX custom_calls_of_attempt ON custom_calls(activation, fence, step, call);
CREATE INDEX custom_calls_of_session ON custom_calls(session);
CREATE INDEX custom_calls_open ON custom_calls(key) WHERE state = 'PENDING';
