/** A figure of the statement of a close-out `c`. */
export const figure = (member: string) => `(c.statement ->> '${member}')::numeric`

/** Whether the figures of a close-out `c` are final. */
export const isBooked = `NOT (c.statement ->> 'provisional')::boolean`
/** Whether a close-out `c` was terminated, and with the whole deal. */
export const isFull = `c.statement ->> 'scope' = 'full'`
/** Whether the lender is in default in a close-out `c`. */
export const isAgainstLender = `c.statement ->> 'in_default' = 'lender'`

/** The states of a transfer that has left the bucket of its sender. */
export const gone = `'PENDING', 'IN_PROGRESS', 'COMPLETED'`

const members = (list: 'collateral' | 'kept', ...names: readonly string[]) =>
  `json_array_elements(c.statement -> '${list}') WITH ORDINALITY AS listed (one, place),
   LATERAL (SELECT one ->> 'asset' AS asset, ${names
     .map((name) => `(one ->> '${name}')::numeric AS ${name}`)
     .join(', ')}) AS member`

/** Each settled collateral of a close-out `c`. */
const collateral = members('collateral', 'quantity', 'price_usd')
const held = `(SELECT member.* FROM ${collateral}) held`
/** What a close-out `c` keeps and sends back: of each collateral, or of the lent asset. */
const kept = members('kept', 'kept_quantity', 'back_quantity')

/** The worth of all collateral of a close-out `c`, in USD. */
export const collateralUsd = `(SELECT coalesce(sum(quantity * price_usd), 0) FROM ${collateral})`

/** What a close-out `c` sends back of all assets, and of the lent asset alone. */
export const backOfAll = `(SELECT coalesce(sum(back_quantity), 0) + ${figure('back_interest')}
  FROM ${kept})`
export const keptOf = (asset: string, name: 'kept_quantity' | 'back_quantity') =>
  `coalesce((SELECT sum(${name}) FROM ${kept} WHERE member.asset = ${asset}), 0)`

/** What the journal has of a close-out `c` in a bucket. */
export const entries = (kind: string, bucket: string) => `coalesce((
  SELECT sum(e.quantity) FROM journal_transactions j JOIN journal_entries e ON e.transaction_id = j.id
  WHERE j.close_out_id = c.id AND j.kind = '${kind}' AND e.bucket = '${bucket}'), 0)`

/** What borrowers have sent back of the asset, and a close-out `c` of a position `p` left out. */
export const assetLeftOut = `coalesce((
  SELECT sum(t.quantity) FROM transfers t
  WHERE t.order_id = p.order_id AND t.straggler_of = c.id AND t.leg = 'asset'
    AND t.sender_organization_id = c.borrower_id AND t.status IN (${gone})), 0)`

/**
 * What a close-out `c` of a position `p` has taken of each collateral, as `taken`, and the journal
 * from the pledged bucket, as `booked`. What has left it with a straggler is not there to be taken,
 * and what a straggler has brought is taken as well.
 */
export const takenByAsset = `(
  SELECT asset, CASE WHEN ${isBooked} THEN sum(taken) ELSE 0 END AS taken, sum(booked) AS booked
  FROM (
    SELECT held.asset, held.quantity - CASE WHEN ${isAgainstLender} THEN 0
      ELSE ${keptOf('held.asset', 'back_quantity')} END AS taken, 0 AS booked
    FROM ${held} WHERE ${isFull}
    UNION ALL SELECT asset, kept_quantity, 0 FROM ${kept} WHERE NOT ${isFull}
    UNION ALL SELECT t.token, CASE WHEN t.sender_organization_id = c.borrower_id
        THEN CASE t.status WHEN 'COMPLETED' THEN t.quantity ELSE 0 END
        ELSE CASE WHEN t.status IN (${gone}) THEN -t.quantity ELSE 0 END END, 0
      FROM transfers t
      WHERE t.order_id = p.order_id AND t.straggler_of = c.id AND t.leg = 'collateral'
    UNION ALL SELECT e.asset, 0, -e.quantity
      FROM journal_transactions j JOIN journal_entries e ON e.transaction_id = j.id
      WHERE j.close_out_id = c.id AND j.kind = 'appropriate' AND e.bucket = 'pledged') parts
  GROUP BY asset)`

/**
 * Each collateral of a close-out `c` in full of which what is kept and what goes back is not all.
 */
export const dividedWrongly = `(
  SELECT held.asset, held.quantity FROM ${held}
  WHERE ${isFull} AND NOT ${isAgainstLender} AND held.quantity <>
    ${keptOf('held.asset', 'kept_quantity')} + ${keptOf('held.asset', 'back_quantity')})`

/**
 * What goes back in a close-out `c` of each asset, as `back`, and what has gone, by transfer or
 * outside of the service.
 */
export const backByAsset = `(
  SELECT asset, sum(back) AS back, sum(gone) AS gone FROM (
    SELECT asset, back_quantity AS back, 0 AS gone FROM ${kept}
    UNION ALL SELECT c.statement ->> 'asset', ${figure('back_interest')}, 0
    UNION ALL SELECT t.token, 0, t.quantity FROM transfers t
      WHERE t.close_out_id = c.id AND t.sends_back IS NULL AND t.status = 'COMPLETED'
    UNION ALL SELECT e.asset, 0, e.quantity
      FROM journal_transactions j JOIN journal_entries e ON e.transaction_id = j.id
      WHERE j.close_out_id = c.id AND j.kind = 'settle' AND e.quantity > 0) parts
  GROUP BY asset)`

/** The same with what has left the lender, as `sent`: also what is still under way. */
export const sentByAsset = `(
  SELECT asset, sum(back) AS back, sum(sent) AS sent FROM (
    SELECT asset, back_quantity AS back, 0 AS sent FROM ${kept}
    UNION ALL SELECT t.token, 0, t.quantity FROM transfers t
      WHERE t.close_out_id = c.id AND t.sends_back IS NULL AND t.status IN (${gone})
    UNION ALL SELECT e.asset, 0, e.quantity
      FROM journal_transactions j JOIN journal_entries e ON e.transaction_id = j.id
      WHERE j.close_out_id = c.id AND j.kind = 'settle' AND e.quantity > 0) parts
  GROUP BY asset)`

/**
 * What a close-out `c` keeps, in its order: the net price and the smallest unit of each, what there
 * is of it, what those before it cover in USD, and whether a later one is kept as well.
 */
export const keptInOrder = `(
  SELECT place, kept_quantity AS kept, available, unit, net,
    coalesce(sum(kept_quantity * net) OVER (ORDER BY place
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_usd,
    coalesce(sum(kept_quantity) OVER (ORDER BY place
      ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING), 0) AS later
  FROM (SELECT listed.place, member.*, of.available, ('1e-' || a.decimals)::numeric AS unit,
      coalesce(of.price, 0) * (1 - ${figure('discount')}) AS net
    FROM ${kept} JOIN assets a ON a.symbol = member.asset
    CROSS JOIN LATERAL (
      SELECT ${figure('asset_quantity')} + ${figure('interest_owed')} AS available,
        ${figure('asset_price_usd')} AS price WHERE ${isAgainstLender}
      UNION ALL SELECT held.quantity, held.price_usd FROM ${held}
      WHERE held.asset = member.asset AND NOT ${isAgainstLender}) of) kept_of)`
