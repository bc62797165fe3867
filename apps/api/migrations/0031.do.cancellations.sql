-- A party wants the custodian to give the transfer up. What may not have been sent by then never is; anything else
-- the custodian is asked to cancel until it says how the transfer ended.
ALTER TABLE instructions ADD COLUMN cancel_asked_at timestamptz(3);
