import {
  agreementVersionStates,
  approvalStates,
  closeOutStates,
  isFinal,
  listStateMachines,
  mailAddressStates,
  mailDeliveryStates,
  markToMarketRequestStates,
  orderRequestStates,
  orderStates,
  positionStates,
  providerLifecycleStates,
  type StateMachine,
  stateMachines,
  statesOf,
  transferStates,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../../harness/book.ts'
import { succeed } from '../../../harness/call.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const book = new Book()
const key = book.party('harbor').credential('reporting')

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

describe('GET /state-machines', () => {
  it('returns every machine, as the service applies it', async () => {
    const { state_machines } = await succeed(service, listStateMachines, { key })
    expect(state_machines).toEqual(
      stateMachines.map((machine) => ({
        id: machine.id,
        title: machine.title,
        initial: machine.initial,
        states: Object.entries(machine.states).map(([name, description]) => ({
          name,
          description,
          final: isFinal(machine, name),
        })),
        transitions: machine.transitions,
      })),
    )
  })
})

describe('the database', () => {
  const columns: readonly (readonly [StateMachine, table: string, column: string])[] = [
    [agreementVersionStates, 'agreement_versions', 'state'],
    [approvalStates, 'approvals', 'state'],
    [orderStates, 'orders', 'status'],
    [positionStates, 'positions', 'status'],
    [transferStates, 'transfers', 'status'],
    [providerLifecycleStates, 'transfers', 'provider_state'],
    [markToMarketRequestStates, 'mark_to_market_requests', 'status'],
    [orderRequestStates, 'order_requests', 'status'],
    [closeOutStates, 'close_outs', 'status'],
    [mailAddressStates, 'mail_addresses', 'state'],
    [mailDeliveryStates, 'mail_deliveries', 'state'],
  ]

  it('has a column for the state of each machine', () => {
    expect(columns.map(([machine]) => machine.id).sort()).toEqual(
      stateMachines.map(({ id }) => id).sort(),
    )
  })

  it.each(columns)('accepts the states of $id and no other', async (machine, table, column) => {
    const { rows } = await service.database.query(
      `SELECT pg_get_constraintdef(c.oid) AS definition FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND c.conkey = ARRAY[a.attnum]
       WHERE c.contype = 'c' AND c.conrelid = $1::regclass AND a.attname = $2`,
      [table, column],
    )
    const [{ definition } = { definition: '' }, ...others] = rows
    expect(others).toEqual([])
    const taken = [...String(definition).matchAll(/'(\w+)'::text/g)].map(([, state]) => state)
    expect(taken.sort()).toEqual([...statesOf(machine)].sort())
  })
})
