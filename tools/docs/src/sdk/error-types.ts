import {
  CollateralType,
  ErrorDetail,
  errorReason,
  errorReasons,
  type ErrorReason,
  MarkToMarketDirection,
  operations,
  ProviderState,
  roleDescriptions,
  roles,
  TransferCategory,
  TransferStatus,
} from '@vadium/schema'
import { docComment } from './comments.ts'
import { inLines } from './words.ts'
import { type Schema, membersOf, isRequired } from './schema-of.ts'
import { fieldDescription } from './fields.ts'

/** The enumerations that have a name of their own in the SDK. */
const named: Readonly<Record<string, Schema>> = {
  CollateralType,
  MarkToMarketDirection,
  ProviderState,
  TransferCategory,
  TransferStatus,
}

/** What errors are made of, what is to be done about them, and the values that have names. */
export function errorTypes(): string {
  const reasons = Object.keys(errorReasons) as ErrorReason[]
  const codes = [...new Set(reasons.map((reason) => errorReason(reason).code))]
  const aboutReasons = reasons.map((reason) => `- \`${reason}\`: ${errorReason(reason).message}`)
  const advice = ownAdvice().map(([reason, retry]) => `${reason}: '${retry}'`)
  return [
    `${docComment(['The canonical names of errors.'])}\nexport type ErrorCode = ${union(codes)}`,
    `${docComment(['The reasons for which the service refuses a request.', '', ...aboutReasons])}
export type ErrorReason = ${union(reasons)}`,
    `${docComment(['What is wrong with one member, parameter or header.'])}
export interface ErrorDetail {
${detailMembers()}
}`,
    `${docComment(['The reasons for which something else is to be done than their codes say.'])}
export const reasonsWithAdviceOfTheirOwn = { ${advice.join(', ')} } as const`,
    `${docComment(['The reasons with which writes themselves refuse, besides what is not found.'])}
export const reasonsOfWrites = ${inLines(reasonsOfWrites())}`,
    `${docComment(['What a credential may do.', '', ...roles.map((role) => `- \`${role}\`: ${roleDescriptions[role]}`)])}
export type Role = ${union(roles)}`,
    ...Object.entries(named).map(
      ([name, { description = '', enum: values = [] }]) =>
        `${docComment([description])}\nexport type ${name} = ${union(values)}`,
    ),
  ].join('\n\n')
}

/** The reasons for which something else is to be done than their codes say, and what. */
export function ownAdvice(): [reason: ErrorReason, retry: string][] {
  return (Object.keys(errorReasons) as ErrorReason[])
    .map((reason): [ErrorReason, string] => [reason, errorReason(reason).retry])
    .filter(([reason, retry]) => retry !== adviceOfCode(reason))
}

/** Of all writes together: a list for each would be a tenth of the SDK. */
export function reasonsOfWrites(): readonly string[] {
  const own = operations.flatMap(({ safe, reasons }) => (safe ? [] : reasons))
  return [...new Set(own)].filter((reason) => !reason.endsWith('_NOT_FOUND')).sort()
}

const union = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(' | ')

function detailMembers(): string {
  return membersOf(ErrorDetail)
    .map(([name, member]) => {
      const comment = docComment([fieldDescription(member, name, 'service')], '  ')
      const type = member.items === undefined ? 'string' : 'string[]'
      return `${comment}\n  ${name}${isRequired(ErrorDetail, name) ? '' : '?'}: ${type}`
    })
    .join('\n')
}

/** What the SDK does about a code of which it does not know the reason. */
function adviceOfCode(reason: ErrorReason): string {
  const { code } = errorReason(reason)
  if (code === 'RESOURCE_EXHAUSTED') return 'after_wait'
  return code === 'INTERNAL' ? 'back_off' : 'never'
}
