-- Since when the newest quote of a source is held, whatever prices it has quoted: no quote of it
-- has counted since. Null in rows that are older than this column: held_since then.

ALTER TABLE held_prices ADD COLUMN source_held_since timestamptz(3);
