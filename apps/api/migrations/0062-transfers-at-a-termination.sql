-- What a termination does with transfers under way: those that are on their way count until a time,
-- and the others are stragglers, which are sent back if they arrive. Constraints of large tables
-- are not validated here, and their indexes are not built here: either would read them under a
-- lock.

ALTER TABLE close_outs
  -- Until when transfers count that were on their way at the termination. Null if there were none.
  ADD COLUMN counted_until timestamptz(3),
  -- When what is kept was booked. Null until then, and where older versions booked it.
  ADD COLUMN booked_at timestamptz(3);

ALTER TABLE transfers
  -- The close-out that does not count it.
  ADD COLUMN straggler_of uuid,
  -- The straggler that arrived, whose quantity this one sends back.
  ADD COLUMN sends_back uuid,
  ADD CONSTRAINT transfers_straggler_fkey FOREIGN KEY (straggler_of, lender_id, borrower_id)
    REFERENCES close_outs (id, lender_id, borrower_id) NOT VALID,
  ADD CONSTRAINT transfers_sends_back_fkey FOREIGN KEY (sends_back)
    REFERENCES transfers (id) NOT VALID,
  ADD CONSTRAINT only_a_close_out_has_stragglers
    CHECK ((sends_back IS NULL OR close_out_id IS NOT NULL)
      AND (straggler_of IS NULL OR close_out_id IS NULL)) NOT VALID;

-- What fails of a straggler, or arrives of one, is the own of its holder.
ALTER TABLE journal_transactions
  DROP CONSTRAINT of_a_transfer_or_a_close_out,
  ADD CONSTRAINT of_a_transfer_or_a_close_out CHECK (CASE kind
    WHEN 'appropriate' THEN close_out_id IS NOT NULL
    ELSE num_nonnulls(transfer_id, close_out_id) = 1
      AND (close_out_id IS NULL OR kind = 'settle') END) NOT VALID;
