-- What operators did that must be provable later. `token` is the id of the token of the request.
CREATE TABLE audit(
  key INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  token TEXT NOT NULL) STRICT;
