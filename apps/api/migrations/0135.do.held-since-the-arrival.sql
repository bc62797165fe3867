-- A quote is held since it came, by the clock of the service, which may be later than it says it was observed.
ALTER TABLE held_prices DROP CONSTRAINT held_prices_check;
