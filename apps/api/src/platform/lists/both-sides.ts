/**
 * The rows in which an organization is on one side or the other. Each side is an ordered scan of
 * its own index, because no index serves `own = $1 OR other = $1` in the order of a list.
 *
 * @param scan The statement for one side, in parentheses, from the names of that side and of the
 * other.
 */
export function bothSides<Side extends string>(
  [first, second]: readonly [Side, Side],
  scan: (own: Side, other: Side) => string,
): string {
  return `(${scan(first, second)} UNION ALL ${scan(second, first)})`
}

/** The sides of a deal, as they are named in columns. */
export const dealSides = ['lender', 'borrower'] as const
export const dealColumns = ['lender_id', 'borrower_id'] as const
