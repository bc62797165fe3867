import {
  calculatePreview,
  type Calculation,
  type CalculatedPreview,
  type ClaimedPreview,
  type PreviewFigures,
} from '../src/index.ts'
import { BORROWER, LENDER, previewInputs } from './preview-sample.ts'

/** The parts of an answer that belong together. */
export interface Reply {
  preview: ClaimedPreview & PreviewFigures
  calculation: Calculation
}

/** An answer of the service after its way over the wire. */
export const replyOf = ({ figures, sender, calculation }: CalculatedPreview): Reply => {
  const lender = { organization_id: LENDER }
  const borrower = { organization_id: BORROWER }
  const preview = {
    ...figures,
    asset: 'BTC',
    collateral_asset: 'USDC',
    order_id_pretty: 7,
    sender: sender === 'lender' ? lender : borrower,
    receiver: sender === 'lender' ? borrower : lender,
  }
  return JSON.parse(JSON.stringify({ preview, calculation })) as Reply
}
export const sampleReply = (...inputs: Parameters<typeof previewInputs>): Reply =>
  replyOf(calculatePreview(previewInputs(...inputs)))

/** Every place of a JSON value that has something other than an object or a list. */
export const leavesOf = (value: unknown, path: (string | number)[] = []): (string | number)[][] => {
  if (typeof value !== 'object' || value === null) return [path]
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, [...path, index]))
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]))
}

/** The same JSON value with another value at one place. */
export const changedAt = (
  value: unknown,
  path: (string | number)[],
  change: (leaf: unknown) => unknown,
): unknown => {
  const [first, ...rest] = path
  if (first === undefined) return change(value)
  if (Array.isArray(value)) {
    const items: unknown[] = value
    return items.map((item, index) => (index === first ? changedAt(item, rest, change) : item))
  }
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, member]) => [
      name,
      name === first ? changedAt(member, rest, change) : member,
    ]),
  )
}

/** Another value of the same kind: still a decimal where it was one. */
export const another = (leaf: unknown): unknown => {
  if (typeof leaf === 'string') return /^-?[0-9.]+$/.test(leaf) ? `${leaf}1` : `${leaf}x`
  if (typeof leaf === 'number') return leaf + 1
  return typeof leaf === 'boolean' ? !leaf : '1'
}
