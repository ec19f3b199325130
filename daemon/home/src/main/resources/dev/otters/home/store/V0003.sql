-- Which executor an agent has for its whole life, why, and how its tools come in.
ALTER TABLE agents ADD COLUMN executor TEXT NOT NULL DEFAULT 'docker';
ALTER TABLE agents ADD COLUMN executor_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE agents ADD COLUMN bin_mounts TEXT NOT NULL DEFAULT 'auto';
