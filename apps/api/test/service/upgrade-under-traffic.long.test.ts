import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VadiumClient } from '@vadium/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildService, buildServiceOf, type RunningProcess } from '../harness/built-service.ts'
import { checkOut, type CommitBefore, upgradableCommit } from '../harness/commit-before.ts'
import { copyDatabase, type TestDatabase } from '../harness/database.ts'
import { freePort } from '@vadium/local-postgres'
import { served } from '../harness/served-process.ts'
import { World } from '../harness/world/world.ts'

const commit = await upgradableCommit()
const world = new World({ short: 2 })
const { positionId } = world.shortDeal()
const order = {
  lender_id: world.lender.id,
  borrower_id: world.borrower.id,
  asset: 'BTC',
  asset_quantity: '10',
  rate_percent: '5',
  collateral_asset: 'ETH',
  collateral_quantity: '300',
  collateral_type: 'BILATERAL',
  ...world.wallets(world.borrower),
} as const

/** A process of a commit, with a client that repeats nothing. */
interface Node {
  readonly running: RunningProcess
  readonly client: VadiumClient
}

describe.skipIf(commit === undefined)('an upgrade from the commit before, under traffic,', () => {
  let before: CommitBefore
  let database: TestDatabase
  let folder: string
  let environment: Record<string, string>
  beforeAll(async () => {
    before = await checkOut(commit ?? '')
    database = await copyDatabase('template0')
    folder = await mkdtemp(join(tmpdir(), 'vadium-upgrade-'))
    const scenario = join(folder, 'scenario.json')
    await writeFile(scenario, JSON.stringify(world.book.scenario))
    environment = {
      DATABASE_URL: database.url,
      SCENARIO: scenario,
      RATE_LIMIT_CREDENTIAL: '1000000',
      COUNTERPARTY_ORDERS_MAX: '1000000',
      COUNTERPARTY_WITHDRAWALS_MAX: '1000000',
      PRICE_MAX_AGE_S: '31536000',
    }
  }, 300_000)
  afterAll(async () => {
    await database.drop()
    await rm(folder, { recursive: true })
    await before.remove()
  })

  it('fails no request, and leaves a correct book', async () => {
    const start = async (service: Parameters<typeof served>[0]): Promise<Node> => {
      const port = await freePort()
      const running = await served(service, port, environment)
      const client = new VadiumClient({
        baseUrl: `http://127.0.0.1:${port}`,
        privateKey: world.borrowerKey.privateKey,
        retries: false,
      })
      return { running, client }
    }
    const [old, fresh] = await Promise.all([buildServiceOf(before.api, folder), buildService()])
    let nodes = [await start(old)]

    /** Writes and reads of a desk: an order that is withdrawn, a preview, lists. */
    const rounds = { done: 0 }
    const failures: unknown[] = []
    let isOver = false
    const caller = async (number: number) => {
      while (!isOver) {
        const node = nodes[(rounds.done + number) % nodes.length]
        if (node === undefined) throw new Error('no process is running')
        const { client } = node
        try {
          const { id } = await client.orders.create(order)
          await client.markToMarketRequests.preview({ position_id: positionId })
          await client.transfers.list({ page_size: 50 })
          await client.events.list()
          await client.orders.cancel(id)
          rounds.done += 1
        } catch (error) {
          failures.push(error)
        }
      }
    }
    const traffic = Promise.all([0, 1, 2, 3].map(caller))
    const more = async (count: number) => {
      const wanted = rounds.done + count
      await expect
        .poll(() => rounds.done + failures.length, { timeout: 60_000 })
        .toBeGreaterThan(wanted)
    }

    await more(20)
    const migrated = fresh.command(['migrate'], environment)
    expect(await migrated.ended, migrated.output()).toBe(0)
    await more(20)
    // The balancer sends requests to both, and then to the new process alone.
    const [former] = nodes
    const next = await start(fresh)
    nodes = [...nodes, next]
    await more(20)
    nodes = [next]
    await more(8)
    former?.running.child.kill('SIGTERM')
    expect(await former?.running.ended).toBe(0)
    await more(20)
    isOver = true
    await traffic
    expect(failures).toEqual([])

    next.running.child.kill('SIGTERM')
    await next.running.ended
    const checked = fresh.command(['check'], environment)
    expect(await checked.ended, checked.output()).toBe(0)
  }, 300_000)
})
