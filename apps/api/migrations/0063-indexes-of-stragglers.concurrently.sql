-- A close-out books what it keeps once, and once for each straggler.
CREATE UNIQUE INDEX CONCURRENTLY one_appropriation_of_each
  ON journal_transactions (close_out_id, kind, transfer_id) NULLS NOT DISTINCT
  WHERE close_out_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS one_appropriation_a_close_out;
