-- The starts of attempts, each of which names the context that it reads.
CREATE INDEX events_of_attempts ON events(activation, fence) WHERE type = 'turn.started';
