-- The scope of the budget that stopped a turn for good. Earlier releases stored only the sentence of the error.
ALTER TABLE activations ADD COLUMN budget TEXT;

UPDATE activations SET budget = 'SESSION' WHERE state = 'BLOCKED' AND EXISTS(SELECT 1 FROM (SELECT body ->> 'message' AS message
  FROM events WHERE events.session = activations.session AND type = 'error' ORDER BY seq DESC LIMIT 1)
  WHERE message GLOB 'the token budget of the session is exhausted: *' OR message GLOB 'the money budget of the session is exhausted: *'
  OR message GLOB 'the model * has no price, which the money budget of the session*');
