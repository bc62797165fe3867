import {
  CloseOut,
  createCloseOut,
  dischargeCloseOut,
  getCloseOut,
  listCloseOuts,
  type Operation,
  receiveCloseOut,
  retryCloseOut,
  terminateCloseOut,
  withdrawCloseOut,
} from '@vadium/schema'
import { exitCodes } from '../errors/exit-codes.ts'
import { printable } from '../terminal/printable.ts'
import { pairs, section, tableOf } from '../terminal/sections.ts'
import { provenStatement } from './close-out.ts'
import {
  type Document,
  documentPresentation,
  listPresentation,
  type NameOf,
  type Presentation,
  type View,
} from './presentation.ts'
import { withName } from './shown-value.ts'
import type { Times } from './time.ts'

const anId = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'

/** The side in default: the declarer is the other one. */
const inDefaultOf = ({ declarer_id: declarer, lender_id: lender }: CloseOut) =>
  declarer === lender ? 'borrower' : 'lender'

/** The declared defaults: a line each that fits on a terminal of 80 columns. */
const closeOutList = listPresentation(listCloseOuts, CloseOut, {
  examples: [
    'vadium close-outs list --status NOTICE',
    "vadium close-outs list --json | jq -r '.close_outs[].id'",
  ],
  notes: ['--wide and --json have the ids that the other commands take.'],
  columns: [
    { heading: 'ID', only: 'wide', value: ({ id }) => id },
    { heading: 'ORDER', align: 'right', value: ({ order_id_pretty: number }) => String(number) },
    { heading: 'STATUS', kind: 'state', value: ({ status }) => status },
    { heading: 'CAUSE', value: ({ cause }) => cause },
    {
      heading: 'IN DEFAULT',
      leavesAs: 3,
      namesOrganizations: true,
      value: (closeOut, nameOf) => {
        const { lender_id: lender, borrower_id: borrower } = closeOut
        const side = inDefaultOf(closeOut)
        return nameOf(side === 'lender' ? lender : borrower) ?? `the ${side}`
      },
    },
    {
      heading: 'CLAIM USD',
      kind: 'figure',
      align: 'right',
      leavesAs: 1,
      value: ({ statement }) => statement?.claim_usd ?? '',
    },
    {
      heading: 'LEFT USD',
      kind: 'figure',
      align: 'right',
      value: ({ statement }) => statement?.residual_claim_usd ?? '',
    },
    {
      heading: 'TERMINABLE',
      kind: 'time',
      leavesAs: 2,
      value: ({ earliest_terminate_time: earliest }) => earliest,
    },
    { heading: 'POSITION', only: 'wide', value: ({ position_id: id }) => id },
    { heading: 'NOTE', only: 'wide', value: ({ note }) => note ?? '' },
    { heading: 'DECLARED', kind: 'time', only: 'wide', value: ({ create_time: at }) => at },
  ],
})

/**
 * What answers with one of them shows it in the same way, with its statement recomputed here. What
 * has taken effect exits with 0, whatever its statement.
 */
const closeOutDocument = (
  closeOut: CloseOut,
  view: View,
  nameOf: NameOf,
  isRead: boolean,
): Document => {
  const { statement } = closeOut
  const proof = statement && provenStatement(statement, view)
  return {
    lines: [
      `Order ${closeOut.order_id_pretty}: ${closeOut.cause} of the ${inDefaultOf(closeOut)}`,
      ...section('Notice', noticeLines(closeOut, nameOf, view.times)),
      ...(proof?.lines ?? []),
      ...section('Actions', actionLines(closeOut, view.times)),
    ],
    exitCode: (isRead ? proof?.exitCode : undefined) ?? exitCodes.done.code,
  }
}

function noticeLines(closeOut: CloseOut, nameOf: NameOf, { inText }: Times): string[] {
  const { fact, note, terminate_time: terminated, waits_for: waits } = closeOut
  const holds = fact.holds === null ? '' : `, ${fact.holds ? 'and is so now' : 'and is not so now'}`
  const rows: (readonly [string, string])[] = [
    ['status', closeOut.status],
    ['so since', `${inText(fact.since_time)}${holds}`],
    ...(fact.resource === 'position'
      ? []
      : [[fact.resource.replaceAll('_', ' '), fact.resource_id] as const]),
    ...(note === null ? [] : [['note', note] as const]),
    ['declared', inText(closeOut.create_time)],
    terminated === null
      ? ['can be terminated', `from ${inText(closeOut.earliest_terminate_time)}`]
      : ['terminated', inText(terminated)],
    ...(waits === null
      ? []
      : [
          ['provisional until', `${inText(waits.until_time)}, or these have ended:`] as const,
          ...waits.transfer_ids.map((id) => ['  transfer', id] as const),
        ]),
    ...(closeOut.excess_late ? [['late', 'what goes back has not arrived'] as const] : []),
    ...closeOut.transfer_ids.map((id) => ['transfer', id] as const),
    ['id', closeOut.id],
    ['position', closeOut.position_id],
    ['lender', withName(nameOf(closeOut.lender_id), closeOut.lender_id)],
    ['borrower', withName(nameOf(closeOut.borrower_id), closeOut.borrower_id)],
  ]
  return pairs(rows).map(printable)
}

function actionLines({ actions }: CloseOut, times: Times): string[] {
  const rows = actions.map(({ action, available, reason }) => [
    action,
    available ? 'yes' : `no: ${withTimes(reason ?? 'not now', times)}`,
  ])
  return tableOf(['ACTION', 'POSSIBLE'], rows).map(printable)
}

/** A reason of the service, with its times as people read them. */
const withTimes = (reason: string, { inText }: Times): string =>
  reason.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, inText)

function presented(
  operation: Operation & { readonly response: typeof CloseOut },
  example: string,
): Presentation {
  return documentPresentation(operation, {
    examples: [example],
    explains: true,
    namesOrganizations: true,
    document: (closeOut, view, nameOf) => closeOutDocument(closeOut, view, nameOf, operation.safe),
  })
}

/** The declared defaults, and what acts on one. */
export const declaredDefaults: readonly Presentation[] = [
  closeOutList,
  presented(getCloseOut, `vadium close-outs get ${anId} --explain`),
  presented(
    createCloseOut,
    `vadium close-outs create ${anId} UNMET_CALL --note 'No answer to our call of Thursday.'`,
  ),
  presented(terminateCloseOut, `vadium close-outs terminate ${anId}`),
  presented(withdrawCloseOut, `vadium close-outs withdraw ${anId}`),
  presented(retryCloseOut, `vadium close-outs retry ${anId}`),
  presented(receiveCloseOut, `vadium close-outs receive ${anId}`),
  presented(dischargeCloseOut, `vadium close-outs discharge ${anId}`),
]
