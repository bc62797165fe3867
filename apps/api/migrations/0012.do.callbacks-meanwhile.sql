-- A callback came while a worker had the instruction: what the worker heard may be older than what the
-- callback is about, so the custodian is asked again at once.
ALTER TABLE instructions ADD COLUMN called_back boolean NOT NULL DEFAULT false;
