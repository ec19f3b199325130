-- What answers cost, in billionths of a US dollar; NULL if the model had no price.
ALTER TABLE ledger ADD COLUMN cost INTEGER;

UPDATE ledger SET cost = 0 WHERE model LIKE 'scripted/%' OR model LIKE 'local/%';
