import {
  isFinal,
  leadsTo,
  type ProviderState,
  providerLifecycleStates,
  statusSets,
} from '@vadium/schema'
import { oneOf } from '../../platform/db/one-of.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { bookPastReport, type SettlementService, stateLabel } from '../custody/index.ts'
import type { NamedResource } from './named-resources.ts'
import { ScenarioError } from './scenario-error.ts'
import type { TransferStep } from './scenario-step.ts'

export interface TransferUnderWay {
  readonly id: string
  readonly state: ProviderState
  readonly custodian: string
  readonly adapter: string
}

const columns: Readonly<Partial<Record<NamedResource['kind'], string>>> = {
  order:
    'mark_to_market_request_id IS NULL AND order_request_id IS NULL AND close_out_id IS NULL AND order_id',
  mark_to_market_request: 'mark_to_market_request_id',
  order_request: 'order_request_id',
  close_out: 'close_out_id',
}

/**
 * The one transfer of an order, request or close-out that is under way.
 * @throws ScenarioError with the path, if there is none or more than one.
 */
export async function transferUnderWay(
  tx: WriteTransaction,
  path: string,
  resource: NamedResource,
  { leg, category }: Pick<TransferStep['transfer'], 'leg' | 'category'>,
): Promise<TransferUnderWay> {
  const column = columns[resource.kind]
  if (column === undefined) throw new ScenarioError(path, 'names a call set: name a request of it')
  const { rows } = await tx.query<TransferUnderWay>(
    `SELECT t.id, t.provider_state AS state, c.name AS custodian, c.adapter
     FROM transfers t JOIN custodians c ON c.id = t.provider
     WHERE t.${column} = $1 AND t.leg = $2 AND t.category = coalesce($3, t.category)
       AND t.status ${oneOf(statusSets.transfer.underWay)}`,
    [resource.id, leg, category ?? null],
  )
  const [transfer, second] = rows
  if (transfer === undefined) throw new ScenarioError(path, 'names no transfer that is under way')
  if (second === undefined) return transfer
  throw new ScenarioError(path, `names ${rows.length} transfers that are under way`)
}

/**
 * Books what the custodian reported.
 * @throws ScenarioError with the path of the state, if the transfer cannot reach it.
 */
export async function playReport(
  tx: WriteTransaction,
  settlement: SettlementService,
  path: string,
  resource: NamedResource,
  step: TransferStep,
): Promise<void> {
  const transfer = await transferUnderWay(tx, `${path}.transfer`, resource, step.transfer)
  const { state } = step
  if (state !== transfer.state && !leadsTo(providerLifecycleStates, transfer.state, state)) {
    throw new ScenarioError(`${path}.state`, `is ${state}, which cannot follow ${transfer.state}`)
  }
  const isSent = state !== 'pending_submission'
  requireExternalId(path, transfer, step)
  const usualRequestState = isSent ? state : null
  await bookPastReport(tx, settlement, transfer.id, {
    report: {
      state: isSent ? state : undefined,
      requestState: step.request_state === undefined ? usualRequestState : step.request_state,
      label: step.label ?? (isSent ? stateLabel(state, transfer.custodian) : 'Waiting to be sent'),
      quantity: undefined,
    },
    externalTransferId: step.external_transfer_id,
  })
}

/**
 * A custodian does not know the id that the service derives for a transfer that another system
 * sent. The service would send the transfer again.
 */
function requireExternalId(
  path: string,
  { adapter }: TransferUnderWay,
  { state, external_transfer_id: externalId }: TransferStep,
): void {
  const isUnderWay = state !== 'pending_submission' && !isFinal(providerLifecycleStates, state)
  if (!isUnderWay || adapter === 'simulated' || externalId !== undefined) return
  throw new ScenarioError(`${path}.external_transfer_id`, 'is required while it is under way')
}
