-- The totals of Today at the last market cut. The last cut is found by its time.
CREATE INDEX CONCURRENTLY market_cuts_newest ON market_cuts (cut_at);
-- What was open at a cut is open now, or has left its state since. These find what has left it, so the
-- totals need not read all that ever was.
CREATE INDEX CONCURRENTLY state_changes_lender_left ON state_changes (lender_id, changed_at)
  WHERE (machine = 'transfer' AND to_state IN ('COMPLETED', 'FAILED', 'REJECTED', 'CANCELLED'))
    OR (machine = 'mark_to_market_request'
      AND from_state IN ('PENDING_ACCEPTANCE', 'FAILED', 'DISPUTED'));
CREATE INDEX CONCURRENTLY state_changes_borrower_left ON state_changes (borrower_id, changed_at)
  WHERE (machine = 'transfer' AND to_state IN ('COMPLETED', 'FAILED', 'REJECTED', 'CANCELLED'))
    OR (machine = 'mark_to_market_request'
      AND from_state IN ('PENDING_ACCEPTANCE', 'FAILED', 'DISPUTED'));
