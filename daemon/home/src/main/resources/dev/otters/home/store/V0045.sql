-- What a repository that the agent may change had when it was cloned; '' for one that it can only read.
ALTER TABLE repos ADD COLUMN digest TEXT NOT NULL DEFAULT '';
