import { Refusal } from '../../../platform/refusal.ts'
import type { Tenant } from '../../../platform/db/tenant.ts'
import { type DefaultsReader, positionsWithNotice } from '../parties/declared-defaults.ts'
import type { PriceReading } from '../../prices/index.ts'
import type { ListedPosition } from './listed-position.ts'
import { type PositionFigures, PositionValuer } from './position-figures.ts'

/** What decides whether a position may have a Release that its borrower cannot request. */
interface Releasable {
  readonly id: string
  /** Whether a notice of a default is open. */
  readonly hasNotice: boolean
}

/** A position with its figures. */
export interface Figured<Position extends Releasable> {
  readonly position: Position
  readonly figures: PositionFigures
}

/**
 * The same for a borrower: none of a Release that is due can be requested while a default of it is
 * declared and there. Positions in which it does not borrow stay as they are.
 */
export async function withHeldReleases<Position extends Releasable>(
  valued: readonly Figured<Position>[],
  borrows: (position: Position) => boolean,
  { tenant, defaults, nowMs }: HeldFor,
): Promise<readonly Figured<Position>[] | Refusal> {
  const declared = valued.filter(
    ({ position, figures }) => isReleased(figures) && borrows(position),
  )
  const ids = positionsWithNotice(
    declared.map(({ position: { id: positionId, hasNotice } }) => ({ positionId, hasNotice })),
  )
  if (ids.length === 0) return valued
  const found = await defaults.read(tenant, ids, nowMs)
  if (found instanceof Refusal) return found
  return valued.map((one): Figured<Position> => {
    const { position, figures } = one
    const isHeld = isReleased(figures) && (found.get(position.id)?.borrower ?? null) !== null
    return isHeld ? { position, figures: { ...figures, m2mReason: 'RECEIVER_IN_DEFAULT' } } : one
  })
}

/** Listed positions with their figures, as their caller may use them. */
export function figuredFor(
  tenant: Tenant,
  positions: readonly ListedPosition[],
  readings: ReadonlyMap<string, PriceReading>,
  { defaults, nowMs }: Omit<HeldFor, 'tenant'>,
): Promise<readonly Figured<ListedPosition>[] | Refusal> {
  const valuer = new PositionValuer(readings)
  const valued = positions.map((position) => ({ position, figures: valuer.figures(position) }))
  const borrows = ({ borrowerId }: ListedPosition) => borrowerId === tenant.organizationId
  return withHeldReleases(valued, borrows, { tenant, defaults, nowMs })
}

/** For whom figures are shown, and when. */
export interface HeldFor {
  readonly tenant: Tenant
  readonly defaults: DefaultsReader
  readonly nowMs: number
}

const isReleased = ({ direction, m2mReason }: PositionFigures) =>
  direction === 'Release' && m2mReason === null
