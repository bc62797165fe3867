-- Interest that is paid every month, and the day up to which each payment pays. An order has an
-- `interest` deadline as long as it pays every month.

ALTER TABLE margin_terms
  ADD COLUMN interest_schedule text NOT NULL DEFAULT 'at_close'
    CHECK (interest_schedule IN ('at_close', 'monthly'));

-- A day in UTC, which is not included. Null for what is no interest, and for interest from before this
-- column. The constraint is not validated: that would read all transfers under a lock.
ALTER TABLE transfers
  ADD COLUMN due_on date,
  ADD CONSTRAINT only_interest_has_a_day CHECK (due_on IS NULL OR category = 'interest') NOT VALID;
