import { activateOrganization, suspendOrganization } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApprovalHistory } from '../../harness/approval-history.ts'
import { ApprovalWorld } from '../../harness/approval-world.ts'
import { type BuiltService, buildProgram } from '../../harness/built-service.ts'
import { succeed } from '../../harness/call.ts'
import { errorLines } from '../../harness/error-lines.ts'
import { seedFrom } from '../../harness/long-run.ts'
import type { MortalApprovalWords } from '../../harness/mortal-approvals.ts'
import { Random } from '../../harness/random.ts'

/**
 * Repeat a history with `APPROVALS_SEED=<seed>`; make it longer with `APPROVALS_ROUNDS=<rounds>`.
 */
const seed = seedFrom('APPROVALS_SEED', 1)
const rounds = Number(process.env['APPROVALS_ROUNDS'] ?? 100)
const movesPerRound = 10
/** In every so many rounds, a process that carries out requests is killed. */
const roundsPerKill = 5
/** A worker sends about this many statements for one request, up to its commit. */
const statementsMax = 45

const random = new Random(seed)
const world = new ApprovalWorld()
const { borrower, platform, operator, borrowerAdmin } = world
const histories = [
  new ApprovalHistory(world, random, {
    organizationId: borrower.id,
    role: 'execution',
    manager: borrowerAdmin,
    registrar: borrower.colleague('admin'),
    operation: 'createOrder',
  }),
  new ApprovalHistory(world, random, {
    organizationId: platform.id,
    role: 'operator',
    manager: operator,
    registrar: platform.colleague('operator'),
    operation: 'createPriceSource',
  }),
]

let workers: BuiltService
const deaths: string[] = []
beforeAll(async () => {
  workers = await buildProgram('mortal-approvals')
  await world.start()
  for (const history of histories) await history.begin()
}, 120_000)
afterAll(async () => {
  await world.close()
})

it(
  `ends each request once or not at all, as the model says (APPROVALS_SEED=${seed})`,
  { timeout: 1_800_000 },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      for (let i = 0; i < movesPerRound; i += 1) await random.pick(histories)?.move()
      const isKilled = round % roundsPerKill === 2
      if (isKilled) await approveSome()
      else await passTime()
      await carryOut(isKilled, random.chance(0.12))
      for (const history of histories) await history.expectAsModelled(round)
      await revokeSources()
    }
    expect(await world.faults()).toEqual([])
    expect(errorLines(world.service.log)).toEqual([])
  },
)

it('has come to every outcome, and processes were killed', () => {
  const states = histories.flatMap(({ model }) => model.approvals.map(({ state }) => state))
  expect(new Set(states)).toEqual(
    new Set([...states, 'CARRIED_OUT', 'FAILED', 'REJECTED', 'WITHDRAWN', 'EXPIRED']),
  )
  const outcomes = new Set(histories.flatMap((history) => [...history.outcomes.keys()]))
  for (const outcome of ['approve 200', 'approve 403', 'approve 409', 'rotate', 'end of a key']) {
    expect(outcomes).toContain(outcome)
  }
  expect(deaths.length, deaths.join('\n')).toBeGreaterThan(rounds / roundsPerKill / 2)
})

/** Only so many sources may be registered at once. */
async function revokeSources(): Promise<void> {
  await world.service.database.query(
    `UPDATE price_sources SET revoked_at = now()
     WHERE account_id IS NOT NULL AND revoked_at IS NULL`,
  )
}

/** A process must have enough to do to die of it. */
async function approveSome(): Promise<void> {
  const approved = () =>
    histories.flatMap(({ model }) => model.approvals.filter(({ state }) => state === 'APPROVED'))
  for (let move = 0; approved().length < 5 && move < 400; move += 1) {
    await random.pick(histories)?.move()
  }
}

async function passTime(): Promise<void> {
  const { clock } = world.service
  const hours = random.chance(0.15) ? 13 : random.below(2)
  clock.set(new Date(clock.now() + hours * 3_600_000).toISOString())
}

/** Several workers at once end what can end. One of them may be a process that is killed. */
async function carryOut(isKilled: boolean, isSuspended: boolean): Promise<void> {
  const params = { organization_id: borrower.id }
  const { service } = world
  if (isSuspended) await succeed(service, suspendOrganization, { key: operator, params })
  if (isKilled) await runUntilKilled()
  const { approvalWorker } = service.services
  await Promise.all([approvalWorker.run(), approvalWorker.run(), approvalWorker.run()])
  const [ofBorrower, ofPlatform] = histories
  ofBorrower?.model.carryOut(service.clock.now(), isSuspended)
  ofPlatform?.model.carryOut(service.clock.now(), false)
  if (isSuspended) await succeed(service, activateOrganization, { key: operator, params })
}

async function runUntilKilled(): Promise<void> {
  const name = `mortal-${deaths.length}`
  const url = new URL(world.service.database.url)
  url.searchParams.set('application_name', name)
  const running = workers.start(
    {
      DATABASE_URL: url.toString(),
      PRICE_MAX_AGE_S: '31536000',
      // As in the service of a test: the lender answers no order of a long history.
      COUNTERPARTY_ORDERS_MAX: '1000000',
      COUNTERPARTY_PENDING_ORDERS_MAX: '1000000',
      DIES_AT_STATEMENT: String(2 + random.below(statementsMax)),
      DIES_BEFORE_IT: String(random.below(2)),
    },
    true,
  )
  const { child } = running
  child.on('message', (words: MortalApprovalWords) => {
    if (words === 'ready') child.send({ bookTime: world.service.clock.now() })
    else child.kill('SIGKILL')
  })
  expect(await running.ended, running.output()).toBe('SIGKILL')
  // A process that found too little to do has said no last words.
  if (running.output() !== '') deaths.push(running.output().replaceAll(/\s+/g, ' ').slice(0, 90))
  const here = 'SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1'
  await expect
    .poll(async () => (await world.service.database.query(here, [name])).rows[0]?.['count'], {
      timeout: 10_000,
      interval: 5,
    })
    .toBe(0)
}
