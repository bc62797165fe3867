import {
  advanceSandbox,
  type Approval,
  type ApprovalRequired,
  approveApproval,
  createAccount,
  createCredential,
  getApproval,
  getCurrentCredential,
  getSandbox,
  listEvents,
  setApprovalPolicy,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addApproved } from '../../harness/approved-clones.ts'
import { rule } from '../../harness/approval-world.ts'
import type { Key } from '../../harness/book.ts'
import { call, callOf, succeed } from '../../harness/call.ts'
import { startSandbox, type TestSandbox } from '../../harness/deal-player.ts'
import { dumpBook } from '../../harness/dump-book.ts'
import { isLongRun } from '../../harness/long-run.ts'

const seed = 'approvals'
const at = (hours: number) =>
  new Date(Date.parse('2026-01-05T09:00:00.000Z') + hours * 3_600_000).toISOString()

/** A sandbox whose borrower asks two admins for each change of its policy. */
class Firm {
  readonly #sandbox: TestSandbox
  readonly #second: Key

  private constructor(sandbox: TestSandbox, second: Key) {
    this.#sandbox = sandbox
    this.#second = second
  }

  static async open(): Promise<Firm> {
    const sandbox = await startSandbox(seed)
    const { service, operator, borrower } = sandbox
    const { organization } = await succeed(service, getCurrentCredential, { key: borrower })
    const organization_id = organization.id
    const { id: account_id } = await succeed(service, createAccount, {
      key: operator,
      body: { organization_id, name: 'A second admin', kind: 'person' },
    })
    const { credential, private_key = '' } = await succeed(service, createCredential, {
      key: operator,
      body: { account_id, role: 'admin' },
    })
    const second = { publicKey: credential.public_key, privateKey: private_key }
    const body = { rules: [rule('setApprovalPolicy')] }
    await succeed(service, setApprovalPolicy, { key: borrower, body })
    return new Firm(sandbox, second)
  }

  get service() {
    return this.#sandbox.service
  }

  async request(): Promise<Approval> {
    const { service, borrower: key } = this.#sandbox
    const body = { rules: [rule('setApprovalPolicy')] }
    const reply = await call(service, callOf(setApprovalPolicy, { key, body }))
    return (reply.body as ApprovalRequired).approval
  }

  approve({ id, request_hash }: Approval): Promise<Approval> {
    return succeed(this.service, approveApproval, {
      key: this.#second,
      params: { approval_id: id },
      body: { request_hash },
    })
  }

  get({ id }: Approval): Promise<Approval> {
    const params = { approval_id: id }
    return succeed(this.service, getApproval, { key: this.#second, params })
  }

  async advance(to: string): Promise<void> {
    const { service, operator: key } = this.#sandbox
    const { time } = await succeed(service, advanceSandbox, { key, body: { to } })
    expect(time).toBe(to)
  }

  async workDue(): Promise<number> {
    const { service, operator: key } = this.#sandbox
    return (await succeed(service, getSandbox, { key })).work_due
  }

  async eventTimes(): Promise<string[]> {
    const { service, borrower: key } = this.#sandbox
    const { events } = await succeed(service, listEvents, { key, query: { limit: 1000 } })
    return events.map(({ time }) => time)
  }

  /** What the book has of approvals, whatever the machine's clock does. */
  async history(): Promise<string[]> {
    await this.eventTimes()
    const parts = /^(?:approval\w*|events|notifications) /
    const lines = (await dumpBook(this.service.database)).split('\n')
    // The service creates the key of the second admin, which no seed determines.
    return lines.filter((line) => parts.test(line))
  }
}

/** Two are needed only to compare them. */
const sandboxes = isLongRun ? [0, 1] : [0]
const firms: Firm[] = []
beforeAll(async () => {
  for (const _ of sandboxes) firms.push(await Firm.open())
})
afterAll(async () => {
  for (const { service } of firms) await service.close()
})

function firmAt(i: number): Firm {
  const firm = firms[i]
  if (firm === undefined) throw new Error('there is no such sandbox')
  return firm
}

describe('an advance of a sandbox', () => {
  it.each(sandboxes)(
    'ends approvals at their own time, before it answers (sandbox %i)',
    async (i) => {
      const firm = firmAt(i)
      const early = await firm.request()
      await firm.advance(at(0.5))
      const late = await firm.request()
      expect(await firm.workDue()).toBe(2)
      await firm.advance(at(10))
      expect(await firm.workDue()).toBe(0)
      expect(await firm.get(early)).toMatchObject({ state: 'EXPIRED', end_time: at(1) })
      expect(await firm.get(late)).toMatchObject({ state: 'EXPIRED', end_time: at(1.5) })
      const times = await firm.eventTimes()
      expect(times).toEqual(times.toSorted())
    },
  )
})

it.each(sandboxes)(
  'a request is carried out before its approval is answered (sandbox %i)',
  async (i) => {
    const firm = firmAt(i)
    const asked = await firm.request()
    await firm.approve(asked)
    expect(await firm.get(asked)).toMatchObject({ state: 'CARRIED_OUT', end_time: at(10) })
  },
)

it.runIf(isLongRun)(
  'sandboxes with the same seed and the same calls have the same history',
  async () => {
    const history = await firmAt(0).history()
    expect(history.filter((line) => line.includes('carry_out'))).not.toEqual([])
    expect(await firmAt(1).history()).toEqual(history)
  },
)

it('an advance carries out what is approved before it moves the time', async () => {
  const first = firmAt(0)
  await first.advance(at(11))
  const asked = await first.request()
  await first.approve(asked)
  // A process that ended after the commit of an approval leaves such a request behind.
  await addApproved(first.service, asked, 1)
  await first.advance(at(20))
  const { rows } = await first.service.database.query(
    `SELECT state, ended_at = created_at AS "atItsTime" FROM approvals WHERE created_at = $1`,
    [asked.create_time],
  )
  const carriedOut = { state: 'CARRIED_OUT', atItsTime: true }
  expect(rows).toEqual([carriedOut, carriedOut])
})
