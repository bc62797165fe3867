import type { Comparison } from './comparison.ts'
import type { Shaped } from './content-shape.ts'

const partyShape = { organization_id: 'text', name: 'text', slug: 'text' } as const

/** The members that each content has. */
export const headShape = {
  content_version: 'text',
  kind: 'text',
  document_id: 'text',
  revision: 'integer',
  create_time: 'time',
  lender: partyShape,
  borrower: partyShape,
} as const
export type Head = Shaped<typeof headShape>

/** Compares what the head of a content says with itself. */
export function compareHead(found: Comparison, { revision, lender, borrower }: Head): void {
  found.holds('revision', revision >= 1, 'at least 1', revision)
  for (const name of ['organization_id', 'slug'] as const) {
    const isOther = lender[name] !== borrower[name]
    found.holds(`borrower.${name}`, isOther, 'not that of the lender', borrower[name])
  }
}

/** A document that is never made again. */
export function compareOnlyRevision(found: Comparison, { revision }: Head): void {
  found.same('revision', 1, revision)
}

/** The sides that members name once more. */
export function compareSides(
  found: Comparison,
  place: string,
  { lender, borrower }: Head,
  members: { readonly lender_id: string; readonly borrower_id: string },
): void {
  found.same(`${place}.lender_id`, lender.organization_id, members.lender_id)
  found.same(`${place}.borrower_id`, borrower.organization_id, members.borrower_id)
}

/** A member that names one of the two sides. */
export function compareSide(
  found: Comparison,
  member: string,
  { lender, borrower }: Head,
  id: string,
): void {
  const isSide = id === lender.organization_id || id === borrower.organization_id
  found.holds(member, isSide, 'one of the two sides', id)
}
