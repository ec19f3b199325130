-- The hash of the request that created an agent; NULL for agents of older releases.
ALTER TABLE agents ADD COLUMN request TEXT;
