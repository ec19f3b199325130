-- What sessions shall achieve. `id` is the number of the event that defined it.
CREATE TABLE outcomes(
  session INTEGER PRIMARY KEY REFERENCES sessions(key) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  body TEXT NOT NULL,
  defined_at INTEGER NOT NULL) STRICT;

-- What the operator decided about criteria, which are counted from 0.
CREATE TABLE outcome_verdicts(
  session INTEGER NOT NULL REFERENCES outcomes(session) ON DELETE CASCADE,
  criterion INTEGER NOT NULL,
  met INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY(session, criterion)) STRICT, WITHOUT ROWID;

CREATE TABLE outcome_evaluations(
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER NOT NULL REFERENCES sessions(key) ON DELETE CASCADE,
  outcome INTEGER NOT NULL,
  body TEXT NOT NULL) STRICT;

CREATE INDEX outcome_evaluations_of_session ON outcome_evaluations(session, key);
