-- The definition of an agent that comes back if the agent does not start with its new one.
ALTER TABLE agents ADD COLUMN spec_before TEXT;
