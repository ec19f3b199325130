-- Who sent an event; NULL for those that were stored before this was recorded.
ALTER TABLE events ADD COLUMN sender TEXT;
