import { namedRows } from '../../platform/lists/named-rows.ts'
import { nameOf, named, own, time } from './totals-parts.ts'

/** Counterparties with limits of an organization that are exceeded, as `exceeded`. */
export const readExceeded = (countMax: number) => `
  exceeded AS MATERIALIZED (
    SELECT x.counterparty_id, array_agg(x.limit_name ORDER BY x.limit_name COLLATE "C") AS limits,
      min(x.since) AS since
    FROM exceeded_limits x WHERE x.organization_id = ${own}
    GROUP BY x.counterparty_id LIMIT ${countMax + 1})`

const exceededRow = `json_build_object('counterparty_id', t.counterparty_id,
  'counterparty_name', ${nameOf('t.counterparty_id')}, 'limits', t.limits,
  'since', ${time('t.since')})`

/** What is counted of the rows of {@link readExceeded}, and the first of them. */
export const exceededColumns = (countMax: number) => `
  (SELECT count(*) > ${countMax} FROM exceeded) AS "exceededHasMore",
  ${namedRows('exceeded', {
    row: exceededRow,
    order: 'since, counterparty_id',
    usd: 'NULL::numeric',
    max: named,
  })} AS exceeded`
