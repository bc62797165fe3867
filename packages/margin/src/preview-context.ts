import type { NamedInput } from './calculation-input.ts'
import { MarginInputError } from './margin-input-error.ts'

/** The inputs of a preview that are not decimals, in the order of a calculation. */
const CONTEXT_INPUTS = {
  lender: { unit: 'organization', source: 'parties to the position' },
  borrower: { unit: 'organization', source: 'parties to the position' },
  role_may_create: { unit: 'boolean', source: 'role of the caller' },
  receiver_in_default: { unit: 'boolean', source: 'declared defaults of the position' },
} as const satisfies Record<string, Pick<NamedInput<string>, 'unit' | 'source'>>

/** The name of an input that is not a decimal. */
export type ContextInputName = keyof typeof CONTEXT_INPUTS

/** A side of a position. */
export type PartyName = 'lender' | 'borrower'

/** The inputs of a preview that are not decimals. */
export interface PreviewContext {
  /** The symbol of the asset that is lent: the unit of its quantity. */
  asset: string
  /** The symbol of the collateral asset: the unit of its quantities. */
  collateral_asset: string
  /** The id of the organization that lends. */
  lender: string
  /** The id of the organization that borrows. */
  borrower: string
  /** Whether the caller's role may create the previewed request. */
  role_may_create: boolean
  /**
   * Whether the caller is the borrower and a default of it is declared, whose cause is there: then
   * it cannot request a Release. Only true is among the inputs of a calculation.
   */
  receiver_in_default?: boolean | undefined
}

/** The names of these inputs, in the order in which a calculation lists them. */
export const CONTEXT_INPUT_NAMES = Object.keys(CONTEXT_INPUTS).filter(isContextInputName)

/** Whether this is the name of such an input. */
export function isContextInputName(name: string): name is ContextInputName {
  return Object.hasOwn(CONTEXT_INPUTS, name)
}

/** True for `lender` and `borrower`, whose value is the id of an organization. */
export function isPartyName(name: string): name is PartyName {
  return name === 'lender' || name === 'borrower'
}

/** Whether a calculation must have this input. */
export function isRequiredContext(name: ContextInputName): boolean {
  return name !== 'receiver_in_default'
}

/**
 * The inputs of a calculation from its context. The assets are not listed: they are the units of
 * quantities.
 *
 * @throws {MarginInputError} if the parties are not two different organizations.
 */
export function recordContext(context: PreviewContext): NamedInput<ContextInputName>[] {
  const { lender, borrower } = context
  if (lender === '') throw new MarginInputError('lender', 'must be given')
  if (borrower === '') throw new MarginInputError('borrower', 'must be given')
  if (borrower === lender) throw new MarginInputError('borrower', 'must not be the lender')
  const given = CONTEXT_INPUT_NAMES.filter(
    (name) => isRequiredContext(name) || context[name] === true,
  )
  return given.map((name) => {
    const { unit, source } = CONTEXT_INPUTS[name]
    return { name, value: String(context[name]), unit, source, observed_at: null }
  })
}
