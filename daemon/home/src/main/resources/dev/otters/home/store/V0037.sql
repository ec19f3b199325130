-- The namespaces below which an API token may use sessions, with commas between them; NULL for other tokens.
ALTER TABLE tokens ADD COLUMN roots TEXT;
