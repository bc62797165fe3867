-- Terms that say at which coverage a mark-to-market request can be submitted.

ALTER TABLE margin_terms
  -- A top-up: whenever the minimum is reached, or only at or below the margin call level as well.
  ADD COLUMN top_up_when text NOT NULL DEFAULT 'minimum'
    CHECK (top_up_when IN ('minimum', 'margin_call')),
  -- A release: at or above this coverage. Null: at any.
  ADD COLUMN release_percent percent,
  ADD CHECK (release_percent > margin_call_percent);
