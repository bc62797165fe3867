import { createHash } from 'node:crypto'
import { Decimal, type PreviewFigures, type PreviewInput, type PreviewInputs } from '@vadium/margin'
import { Refusal } from '../../../platform/refusal.ts'
import { seal, unseal } from '../../../platform/lists/sealed-text.ts'
import type { MarkablePosition, VoluntaryCollateral } from '../positions/markable-position.ts'

/**
 * The figures of a preview from which a request is created, exactly as they were shown. Decimal
 * strings.
 */
export interface PinnedCalculation {
  readonly position_id: string
  readonly direction: PreviewFigures['direction']
  readonly collateral_amount: string
  readonly notional_usd: string
  readonly asset_price: string
  readonly collateral_price: string
  /**
   * A hash of all inputs except prices: quantities, transfers under way, terms. What was sent
   * without a call is not in it, so nobody can make the calculation of another stale by sending.
   */
  readonly fingerprint: string
  /** What was sent without a call when it was computed. Absent: nothing. */
  readonly voluntary?: VoluntaryCollateral
}

/**
 * Calculation ids contain the figures of a preview, so a preview stores nothing and its figures
 * come back unchanged. An id is sealed for the organization that received it.
 */
export class CalculationIds {
  readonly #key: Uint8Array

  constructor(key: Uint8Array) {
    this.#key = key
  }

  write(calculation: PinnedCalculation, organizationId: string): string {
    return seal(this.#key, `calculation\n${organizationId}`, JSON.stringify(calculation))
  }

  /** Undefined if the id was not issued to this organization. */
  read(id: string, organizationId: string): PinnedCalculation | undefined {
    const text = unseal(this.#key, `calculation\n${organizationId}`, id)
    return text === undefined ? undefined : (JSON.parse(text) as PinnedCalculation)
  }
}

/** The figures of a preview that a request is created from. */
export function pinnedCalculation(
  position: Pick<MarkablePosition, 'id'> & VoluntaryCollateral,
  inputs: PreviewInputs,
  figures: PreviewFigures,
): PinnedCalculation {
  const { role_may_create: _role, receiver_in_default: _default, ...ofPosition } = inputs
  const { asset_price, collateral_price, ...fingerprint } = ofPosition
  const values = Object.entries(fingerprint).map(([name, input]) => [
    name,
    typeof input === 'object' ? withoutVoluntary(position, name, input.value) : input,
  ])
  return {
    position_id: position.id,
    direction: figures.direction,
    collateral_amount: figures.m2m_collateral_amount,
    notional_usd: figures.m2m_notional_usd,
    asset_price: asset_price.value,
    collateral_price: collateral_price.value,
    fingerprint: createHash('sha256').update(JSON.stringify(values.sort())).digest('base64url'),
    ...voluntaryMember(position),
  }
}

const nothingSent: VoluntaryCollateral = {
  voluntaryQuantity: '0',
  voluntaryDeliveries: '0',
  voluntaryReturns: '0',
}

function voluntaryMember({
  voluntaryQuantity,
  voluntaryDeliveries,
  voluntaryReturns,
}: VoluntaryCollateral): Pick<PinnedCalculation, 'voluntary'> {
  const voluntary = { voluntaryQuantity, voluntaryDeliveries, voluntaryReturns }
  return Object.values(voluntary).every((sent) => sent === '0') ? {} : { voluntary }
}

/** The inputs that contain what was sent without a call, and the member that says how much of it. */
const voluntaryOf = {
  collateral_quantity: 'voluntaryQuantity',
  deliveries_in_transit: 'voluntaryDeliveries',
  returns_in_transit: 'voluntaryReturns',
} as const satisfies Partial<Record<keyof PreviewInputs, keyof VoluntaryCollateral>>

type VoluntaryInput = keyof typeof voluntaryOf

const hasVoluntary = (name: string): name is VoluntaryInput => Object.hasOwn(voluntaryOf, name)

function withoutVoluntary(sent: VoluntaryCollateral, name: string, value: string): string {
  if (!hasVoluntary(name)) return value
  const quantity = sent[voluntaryOf[name]]
  return quantity === '0' ? value : new Decimal(value).minus(quantity).toFixed()
}

/**
 * The inputs that a calculation was shown with, of those of a moment at which it still stands: the
 * prices may have moved since, and collateral may have been sent without a call.
 */
export function shownInputs(
  { asset_price, collateral_price, voluntary = nothingSent }: PinnedCalculation,
  position: VoluntaryCollateral,
  inputs: PreviewInputs,
): PreviewInputs {
  const quantity = (name: VoluntaryInput) => {
    const rest = withoutVoluntary(position, name, inputs[name].value)
    return asShown(inputs[name], new Decimal(rest).plus(voluntary[voluntaryOf[name]]).toFixed())
  }
  return {
    ...inputs,
    asset_price: asShown(inputs.asset_price, asset_price),
    collateral_price: asShown(inputs.collateral_price, collateral_price),
    collateral_quantity: quantity('collateral_quantity'),
    deliveries_in_transit: quantity('deliveries_in_transit'),
    returns_in_transit: quantity('returns_in_transit'),
  }
}

function asShown(input: PreviewInput, shown: string): PreviewInput {
  if (new Decimal(input.value).equals(shown)) return input
  return { value: shown, source: `${input.source}, as shown in the preview`, observedAt: null }
}

/** Why no request is created from an id: it is not one of this position and organization. */
export const foreignCalculation = new Refusal('CALCULATION_INVALID', [
  {
    field: 'calculation_id',
    issue:
      'must be the calculation_id of a preview of this position, given to this organization with explain',
  },
])
