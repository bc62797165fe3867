-- From when a transfer that has not ended is late: a time after its first attempt was instructed,
-- which all later attempts keep. A process of an earlier version writes none: then it is a day.
ALTER TABLE transfers ADD late_at timestamptz(3);

WITH RECURSIVE attempts AS (
  SELECT t.id, t.create_time FROM transfers t WHERE t.replaces IS NULL AND t.status <> 'COMPLETED'
  UNION ALL
  SELECT t.id, earlier.create_time FROM attempts earlier JOIN transfers t ON t.replaces = earlier.id
)
UPDATE transfers t SET late_at = attempts.create_time + interval '1 day'
FROM attempts WHERE t.id = attempts.id AND t.status <> 'COMPLETED';
