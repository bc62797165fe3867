import { verifyCallSet } from '@vadium/margin'
import {
  acceptCallSet,
  CallSet,
  type CallSetPreview,
  callSetReasons,
  createCallSet,
  getCallSet,
  listCallSets,
  type Operation,
  previewCallSet,
} from '@vadium/schema'
import { exitCodes } from '../errors/exit-codes.ts'
import { pairs, section, tableOf } from '../terminal/sections.ts'
import { printable } from '../terminal/printable.ts'
import { documentPresentation, listPresentation, type Presentation } from './presentation.ts'
import { shortId } from './shown-value.ts'
import type { Times } from './time.ts'
import { callSetVerificationLines } from './verification.ts'

const anId = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'

/** What a call set would call: a line each, and what it leaves out. */
const preview = documentPresentation(previewCallSet, {
  examples: [
    `vadium call-sets preview ${anId} --direction TopUp`,
    `vadium call-sets preview ${anId} --direction TopUp --explain --json | vadium call-sets verify`,
    `vadium call-sets preview ${anId} --direction TopUp --json | jq -r .calculation_id`,
  ],
  notes: [
    'With --explain and without --json, the set is also recomputed here: exit code 1 if it differs.',
    'With --json, calculation_id is what `vadium call-sets create` takes.',
  ],
  document: (answer) => {
    const lines = previewLines(answer)
    if (!answer.rows.every(({ calculation }) => calculation !== undefined)) {
      return { lines, exitCode: exitCodes.done.code }
    }
    const verification = verifyCallSet(answer)
    return {
      lines: [...lines, '', ...callSetVerificationLines(verification)],
      exitCode: verification.ok ? exitCodes.done.code : exitCodes.differs.code,
    }
  },
})

function previewLines(set: CallSetPreview): readonly string[] {
  const { direction, rows, left_out: leftOut } = set
  const calls = rows.map((row) => [
    String(row.preview.order_id_pretty),
    `${row.preview.m2m_collateral_amount} ${row.preview.collateral_asset}`,
    row.preview.m2m_notional_usd,
    row.preview.can_submit_m2m ? 'yes' : 'no',
  ])
  const left = leftOut.map(({ order_id_pretty: number, reason }) => [
    String(number),
    callSetReasons[reason],
  ])
  return [
    `${direction === 'TopUp' ? 'Top-ups' : 'Releases'} across the deals of an agreement`,
    ...(calls.length > 0
      ? section('Called', tableOf(['ORDER', 'COLLATERAL', 'USD', 'ALONE'], calls).map(printable))
      : []),
    ...(left.length > 0
      ? section('Left out', tableOf(['ORDER', 'BECAUSE'], left).map(printable))
      : []),
    ...section(
      'Together',
      pairs([
        ['total', `${set.total_notional_usd} USD`],
        ['minimum', `${set.minimum_notional_usd} USD`],
        ['can be submitted', set.can_submit ? 'yes' : 'no'],
      ]),
    ),
  ]
}

const list = listPresentation(listCallSets, CallSet, {
  examples: ['vadium call-sets list', "vadium call-sets list --json | jq -r '.call_sets[].id'"],
  notes: ['--wide and --json have the ids that the other commands take.'],
  columns: [
    { heading: 'ID', only: 'wide', value: ({ id }) => id },
    { heading: 'ID', only: 'compact', value: ({ id }) => shortId(id) },
    {
      heading: 'LENDER → BORROWER',
      leavesAs: 3,
      namesOrganizations: true,
      value: ({ lender_id: lender, borrower_id: borrower }, nameOf) =>
        [lender, borrower].map((id) => nameOf(id) ?? shortId(id)).join(' → '),
    },
    { heading: 'DIRECTION', value: ({ direction }) => direction },
    {
      heading: 'REQUESTS',
      align: 'right',
      value: ({ request_ids: ids }) => String(ids.length),
    },
    {
      heading: 'TOTAL USD',
      kind: 'figure',
      align: 'right',
      value: ({ total_notional_usd: total }) => total,
    },
    { heading: 'STATUS', kind: 'state', value: statusText },
    {
      heading: 'CREATED BY',
      leavesAs: 2,
      namesOrganizations: true,
      value: ({ creator_id: creator, lender_id: lender }, nameOf) =>
        nameOf(creator) ?? (creator === lender ? 'the lender' : 'the borrower'),
    },
    { heading: 'EXPIRES', kind: 'time', leavesAs: 1, value: ({ expire_time: at }) => at },
    { heading: 'CREATED', kind: 'time', only: 'wide', value: ({ create_time: at }) => at },
    { heading: 'AGREEMENT', only: 'wide', value: ({ agreement_id: id }) => id },
  ],
})

/** One status, or the number of requests that have each of several. */
function statusText({ statuses }: CallSet): string {
  const [first, ...others] = statuses
  if (first === undefined) return ''
  if (others.length === 0) return first.status
  return statuses.map(({ status, requests }) => `${requests} ${status}`).join(', ')
}

function setLines(set: CallSet, times: Times): readonly string[] {
  const sums = set.statuses.map(({ status, requests, notional_usd: usd }) => [
    status,
    String(requests),
    usd,
  ])
  const [action] = set.actions
  return [
    `Call set ${set.id}`,
    ...section(
      'Calls',
      pairs([
        ['direction', set.direction],
        ['total', `${set.total_notional_usd} USD`],
        ['minimum', `${set.minimum_notional_usd} USD`],
        ['expires', times.inText(set.expire_time)],
        ['accept', action?.available === true ? 'possible' : (action?.reason ?? 'not possible')],
      ]),
    ),
    ...section('By status', tableOf(['STATUS', 'REQUESTS', 'USD'], sums).map(printable)),
    ...section('Requests', set.request_ids),
  ]
}

function presented(
  operation: Operation & { readonly response: typeof CallSet },
  ...examples: readonly string[]
): Presentation {
  return documentPresentation(operation, {
    examples,
    document: (set, { times }) => ({
      lines: setLines(set, times),
      exitCode: exitCodes.done.code,
    }),
  })
}

/** Call sets, and what acts on one. */
export const callSets: readonly Presentation[] = [
  preview,
  list,
  presented(getCallSet, `vadium call-sets get ${anId}`),
  presented(createCallSet, 'vadium call-sets create eyJ2IjoxfQ'),
  presented(
    acceptCallSet,
    `vadium call-sets accept ${anId}`,
    `vadium call-sets accept ${anId} --except ${anId}`,
  ),
]
