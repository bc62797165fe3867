-- The domains of amounts. `numeric` accepts NaN, which is greater than every number, and Infinity.
-- The upper bound of each domain refuses both.

CREATE DOMAIN quantity AS numeric CHECK (VALUE >= 0 AND VALUE < 1e20 AND scale(VALUE) <= 20);
CREATE DOMAIN usd_amount AS numeric CHECK (VALUE >= 0 AND VALUE < 1e30 AND scale(VALUE) <= 20);
CREATE DOMAIN usd_price AS numeric CHECK (VALUE > 0 AND VALUE < 1e20 AND scale(VALUE) <= 20);
CREATE DOMAIN percent AS numeric CHECK (VALUE > 0 AND VALUE <= 100000 AND scale(VALUE) <= 6);
CREATE DOMAIN fraction AS numeric CHECK (VALUE >= 0 AND VALUE < 1 AND scale(VALUE) <= 8);
-- May be zero: the two sides may agree that every difference is a dispute.
CREATE DOMAIN tolerance_percent AS numeric
  CHECK (VALUE >= 0 AND VALUE <= 100000 AND scale(VALUE) <= 6);
-- Products of quantities and prices, which have no upper bound of their own.
CREATE DOMAIN figure AS numeric CHECK (VALUE >= 0 AND VALUE < 'Infinity');
