import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { VadiumClient } from '@vadium/client'
import { apiCommand, DemoBook, isReady, makeRoles } from './demo-book.ts'
import { ports } from './ports.ts'
import { Program } from './program.ts'
import { nodes, superuserPassword } from './settings.ts'
import { pause, until } from './waiting.ts'
import type { OrderBody } from './writer.ts'

/** Three processes of the service on the demo book, behind HAProxy, with a server for REDIS_URL. */
export class Installation {
  readonly #environment: NodeJS.ProcessEnv
  readonly #privateKey: string
  readonly #redis: Program
  readonly #services: readonly Program[]

  constructor(folder: string) {
    const book = new DemoBook(folder)
    this.#privateKey = book.privateKey('kestrel-execution')
    this.#environment = {
      ...process.env,
      ...book.settings(ports.database),
      REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
      TRUST_PROXY: '1',
    }
    this.#redis = new Program({
      command: 'redis-server',
      args: [`--port ${ports.redis}`, '--save ""', '--maxmemory-policy noeviction'],
      log: join(folder, 'redis.log'),
    })
    this.#services = nodes.map(
      (n) =>
        new Program({
          command: process.execPath,
          args: ['--max-semi-space-size=64', apiCommand],
          log: join(folder, `service-${n}.log`),
          env: { ...this.#environment, PORT: String(ports.service(n)) },
        }),
    )
  }

  /** Makes the database and loads the demo book. */
  async start(): Promise<void> {
    makeRoles(ports.database, superuserPassword)
    this.#redis.start()
    const [first, ...others] = this.#services
    first?.start()
    await until('a first process of the service', () => isReady(ports.service(1)), 240)
    for (const service of others) service.start()
    for (const n of nodes) {
      await until(`process ${n} of the service`, () => isReady(ports.service(n)), 60)
    }
    await until('a service behind HAProxy', () => isReady(ports.front), 60)
  }

  /** A client of the borrower, which creates orders. */
  client(): VadiumClient {
    return new VadiumClient({
      baseUrl: `http://127.0.0.1:${ports.front}`,
      privateKey: this.#privateKey,
    })
  }

  async restartService(): Promise<void> {
    const service = this.#services[1]
    service?.kill()
    await pause(5000)
    service?.start()
  }

  async killRedis(ms: number): Promise<void> {
    this.#redis.kill()
    await pause(ms)
    this.#redis.start()
  }

  /** What `vadium-api check` finds in the book: nothing, if it is correct. */
  check(): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, [apiCommand, 'check'], {
      env: this.#environment,
      encoding: 'utf8',
    })
    return status === 0 ? '' : `${stdout}${stderr}`
  }

  stop(): void {
    for (const program of [...this.#services, this.#redis]) program.kill()
  }
}

/** A small order between the same two parties, and with the same wallets, as one of the book. */
export async function anOrder(client: VadiumClient): Promise<OrderBody> {
  for await (const known of client.orders.list({ status: 'ACTIVE' })) {
    const { borrower_asset_wallet_id, borrower_collateral_wallet_id } = known
    if (borrower_asset_wallet_id === null || borrower_collateral_wallet_id === null) continue
    if (known.asset !== 'BTC' || known.collateral_type !== 'BILATERAL') continue
    return {
      lender_id: known.lender_id,
      borrower_id: known.borrower_id,
      asset: known.asset,
      asset_quantity: '0.01',
      rate_percent: '5',
      collateral_asset: known.collateral_asset,
      collateral_quantity: '1100',
      collateral_type: 'BILATERAL',
      asset_wallet_id: borrower_asset_wallet_id,
      collateral_wallet_id: borrower_collateral_wallet_id,
    }
  }
  throw new Error('the demo book has no order of the borrower in BTC')
}
