-- What was sent to models and what they answered. Requests are lists of chunks, which are stored once; trace_size counts their bytes.
CREATE TABLE trace_chunks(
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  body BLOB NOT NULL) STRICT;

CREATE TABLE traces(
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER NOT NULL REFERENCES sessions(key) ON DELETE CASCADE,
  activation TEXT NOT NULL,
  fence INTEGER NOT NULL,
  step INTEGER NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  model TEXT NOT NULL,
  http INTEGER NOT NULL,
  policy TEXT NOT NULL,
  first_text INTEGER,
  took INTEGER NOT NULL,
  error TEXT,
  request_size INTEGER NOT NULL,
  request_hash TEXT NOT NULL,
  request BLOB,
  stored_hash TEXT,
  answer_size INTEGER,
  answer_hash TEXT,
  answer BLOB,
  stored_answer_hash TEXT,
  dropped INTEGER NOT NULL) STRICT;

CREATE INDEX traces_of_session ON traces(session, activation);

CREATE INDEX activations_of_session ON activations(session, key);

CREATE TABLE trace_size(bytes INTEGER NOT NULL) STRICT;
INSERT INTO trace_size VALUES(0);

CREATE TRIGGER trace_chunks_added AFTER INSERT ON trace_chunks BEGIN UPDATE trace_size SET bytes = bytes + length(new.body) + 100; END;
CREATE TRIGGER trace_chunks_removed AFTER DELETE ON trace_chunks BEGIN UPDATE trace_size SET bytes = bytes - length(old.body) - 100; END;
CREATE TRIGGER traces_added AFTER INSERT ON traces BEGIN UPDATE trace_size SET bytes = bytes + 400 + coalesce(length(new.request), 0) + coalesce(length(new.answer), 0); END;
CREATE TRIGGER traces_removed AFTER DELETE ON traces BEGIN UPDATE trace_size SET bytes = bytes - 400 - coalesce(length(old.request), 0) - coalesce(length(old.answer), 0); END;
