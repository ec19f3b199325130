-- What an agent's turns read, in one document. A runtime's next greeting writes it anew.
DROP TABLE prompts;

CREATE TABLE prompts(
  agent TEXT PRIMARY KEY,
  prompt TEXT NOT NULL) STRICT;
