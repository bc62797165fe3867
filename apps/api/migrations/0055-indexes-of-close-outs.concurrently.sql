-- What goes back in a close-out, and what a close-out books, which happens once.
CREATE INDEX CONCURRENTLY transfers_of_close_out ON transfers (close_out_id)
  WHERE close_out_id IS NOT NULL;
CREATE UNIQUE INDEX CONCURRENTLY one_appropriation_a_close_out
  ON journal_transactions (close_out_id, kind) WHERE close_out_id IS NOT NULL;
