-- The constraints that came with the entries of defaults hold for older entries, too. Reading the table
-- for that keeps neither readers nor writers waiting.

ALTER TABLE chat_entries
  VALIDATE CONSTRAINT chat_entries_close_out_fkey,
  VALIDATE CONSTRAINT chat_entries_kind_check,
  VALIDATE CONSTRAINT of_a_default_is_its_close_out,
  VALIDATE CONSTRAINT an_action_asks;
