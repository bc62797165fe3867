import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { VadiumClient, VadiumServiceError } from '@vadium/client'
import { request } from 'undici'
import type { Scenario } from '../../../src/features/scenario/scenario.ts'
import { SimulatedCustody } from '../../../src/features/custody/simulated/simulated-custody.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { Book, type Key, type Party } from '../../harness/book.ts'
import {
  type BuiltService,
  buildService,
  type RunningProcess,
} from '../../harness/built-service.ts'
import { MailReceiver } from '../../harness/mail-receiver.ts'
import { mailSettings } from '../../harness/mail-world.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { errorLines } from '../../harness/error-lines.ts'
import { freePort } from '@vadium/local-postgres'
import { serviceSecretOf } from '../../harness/test-secrets.ts'
import { eligible } from '../../harness/agreed-terms.ts'
import { addSpares } from '../../harness/spare-wallets.ts'
import { Market } from './market.ts'
import { collaterals } from './substitution-moves.ts'

/** A firm of the history, with a client at each process. */
export interface Firm {
  readonly party: Party
  readonly clients: readonly VadiumClient[]
  /** Those of its admin. */
  readonly admins: readonly VadiumClient[]
}

interface Process {
  readonly port: number
  running: RunningProcess
}

const processCount = 2
const firmNames = ['alpha', 'bravo', 'charlie']
const newerTermsCount = 12
const newerTermsEveryMs = 15_000

/** Two processes of the shipped service, on one database, and their callers. */
export class World {
  readonly firms: readonly Firm[]
  readonly operators: readonly VadiumClient[]
  readonly database: TestDatabase
  readonly custody: SimulatedCustody
  readonly mails: MailReceiver
  readonly market = new Market()
  kills = 0
  readonly #service: BuiltService
  readonly #settings: Record<string, string>
  readonly #processes: Process[]
  readonly #folder: string
  readonly #end: () => Promise<void>

  private constructor(parts: {
    firms: readonly Firm[]
    operators: readonly VadiumClient[]
    database: TestDatabase
    custody: SimulatedCustody
    mails: MailReceiver
    service: BuiltService
    settings: Record<string, string>
    processes: Process[]
    folder: string
    end: () => Promise<void>
  }) {
    this.firms = parts.firms
    this.operators = parts.operators
    this.database = parts.database
    this.custody = parts.custody
    this.mails = parts.mails
    this.#service = parts.service
    this.#settings = parts.settings
    this.#processes = parts.processes
    this.#folder = parts.folder
    this.#end = parts.end
  }

  static async open(): Promise<World> {
    const database = await createDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'vadium-history-'))
    const { book, parties, keys, admins, operator } = bookOfFirms()
    const scenario = join(folder, 'scenario.json')
    await writeFile(scenario, JSON.stringify(book.scenario))
    const mails = await MailReceiver.start()
    const settings = {
      DATABASE_URL: database.url,
      ...mailSettings(mails.port),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_ADDRESS: '100000000',
      RATE_LIMIT_CREDENTIAL: '100000000',
      COUNTERPARTY_MESSAGES_MAX: '1000000',
      COUNTERPARTY_ORDERS_MAX: '1000000',
      COUNTERPARTY_PENDING_ORDERS_MAX: '1000000',
      COUNTERPARTY_WITHDRAWALS_MAX: '1000000',
      COUNTERPARTY_WITHDRAWALS_WHILE_MUTED_MAX: '1000000',
      COUNTERPARTY_WALLET_CHANGES_MAX: '1000000',
      COUNTERPARTY_PROPOSALS_MAX: '1000000',
      PRICE_MAX_AGE_S: '86400',
      PRICE_DEVIATION_PERCENT: '1000',
      CUSTODY_ATTEMPTS_MAX: '1000',
      TRANSFER_LATE_AFTER_S: '1',
      // A machine that is busy with other tests is not overloaded.
      OVERLOAD_WAIT_MS: '3000',
    }
    const service = await buildService()
    const processes: Process[] = []
    for (let i = 0; i < processCount; i += 1) {
      const port = await freePort()
      const environment = {
        ...settings,
        PORT: String(port),
        ...(i === 0 && { SCENARIO: scenario }),
      }
      const process = { port, running: service.start(environment) }
      await ready(process)
      processes.push(process)
    }
    const pool = openServicePool({ url: database.url, poolSize: 2 })
    const custody = new SimulatedCustody({
      custodian: { id: 'simulated', name: 'simulated' },
      pool,
      clock: { now: () => Date.now() },
      seed: 'vadium',
      callbackKey: await serviceSecretOf(database, 'simulated custodian callbacks'),
    })
    const clientsOf = (key: Key) =>
      processes.map(
        ({ port }) =>
          new VadiumClient({
            baseUrl: `http://127.0.0.1:${port}`,
            privateKey: key.privateKey,
            timeoutMs: 8000,
            retries: { attemptsMax: 40, backOffMs: 100, backOffMsMax: 1000, totalMsMax: 60_000 },
          }),
      )
    const firms = parties.map((party, i) => ({
      party,
      clients: clientsOf(keys[i] ?? operator),
      admins: clientsOf(admins[i] ?? operator),
    }))
    await Promise.all(firms.map((firm) => addMailAddress(firm, mails)))
    return new World({
      firms,
      operators: clientsOf(operator),
      database,
      custody,
      mails,
      service,
      settings,
      processes,
      folder,
      end: () => pool.end(),
    })
  }

  /** The firm that takes other collateral in exchange. */
  get exchangingLender(): Firm {
    const firm = this.firms.at(-1)
    if (firm === undefined) throw new Error('there is no firm')
    return firm
  }

  /** Kills a process as a power cut does, and starts it again. Others may take its claims. */
  async kill(index: number): Promise<void> {
    const process = this.#processes[index % this.#processes.length]
    if (process === undefined) return
    process.running.child.kill('SIGKILL')
    await process.running.ended
    this.kills += 1
    const { rows } = await this.database.query(
      'SELECT transfer_id AS id, claim FROM instructions WHERE claimed_until IS NOT NULL',
    )
    const { rows: mailsHeld } = await this.database.query(
      'SELECT claim FROM mail_deliveries WHERE claim IS NOT NULL',
    )
    process.running = this.#service.start({ ...this.#settings, PORT: String(process.port) })
    await ready(process)
    // A claim lasts longer than any worker takes to send. Those of the other process, which works
    // on, are over by now; what is left of these was the killed one's.
    await this.database.query(
      `UPDATE instructions i SET claimed_until = now() - interval '1 second'
       FROM jsonb_to_recordset($1) AS held (id uuid, claim uuid)
       WHERE i.transfer_id = held.id AND i.claim = held.claim AND i.claimed_until IS NOT NULL`,
      [JSON.stringify(rows)],
    )
    await this.database.query(
      `UPDATE mail_deliveries SET claimed_until = now() - interval '1 second'
       WHERE claim = ANY ($1::uuid[])`,
      [mailsHeld.map(({ claim }) => claim)],
    )
  }

  /** Sends a callback of the custodian to one of the processes, which may not be running. */
  async callBack(externalIds: readonly string[], index: number): Promise<void> {
    const process = this.#processes[index % this.#processes.length]
    const { headers, body } = this.custody.callback(externalIds)
    await request(`http://127.0.0.1:${process?.port ?? 0}/custodian-callbacks/simulated`, {
      method: 'POST',
      headers: { ...headers },
      body,
    }).then(
      (reply) => reply.body.dump(),
      () => undefined,
    )
  }

  /** The log lines of the processes above the level of a warning. */
  errors(): string[] {
    return this.#processes.flatMap(({ running }) => errorLines(running.output().split('\n')))
  }

  async close(): Promise<void> {
    for (const { running } of this.#processes) {
      running.child.kill('SIGKILL')
      await running.ended
    }
    for (const client of [
      ...this.operators,
      ...this.firms.flatMap(({ clients, admins }) => [...clients, ...admins]),
    ]) {
      await client.close()
    }
    await this.#end()
    await this.mails[Symbol.asyncDispose]()
    await this.database.drop()
    await rm(this.#folder, { recursive: true })
  }
}

/** Mails what happens to a firm: some of it at once, the rest in a digest in three minutes. */
async function addMailAddress({ party, admins }: Firm, mails: MailReceiver): Promise<void> {
  const [admin] = admins
  const address = `desk-${party.id}@mail.example`
  const digest_time = new Date(Date.now() + 180_000).toISOString().slice(11, 16)
  const { id } = (await admin?.mail.add({ address, digest_time })) ?? { id: '' }
  for (;;) {
    const mail = mails.received.find(({ to }) => to === address)
    const [, code] = /code is (\d{8})\./.exec(mail?.text ?? '') ?? []
    if (code !== undefined) {
      await admin?.mail.verify(id, { code })
      return
    }
    await setTimeout(50)
  }
}

/** Every default can be declared soon after it has come about. */
const defaultTerms = {
  default_causes: ['UNMET_CALL', 'LIQUIDATION_LEVEL', 'MISSED_RETURN', 'MISSED_INTEREST'],
  liquidation_confirm_seconds: 0,
  settlement_time_seconds: 20,
  dispute_time_seconds: 10,
  recall_notice_seconds: 10,
  close_out_discount: '0.02',
} satisfies Partial<Scenario['agreements'][number]['versions'][number]['terms']>

/** The settlement time is so short that an exchange may be late by itself. */
const exchangeTerms = {
  ...defaultTerms,
  settlement_time_seconds: 3,
} satisfies typeof defaultTerms

const eligibleUsdc = () => ({ ...eligible('USDC', '150'), id: randomUUID() })

/** Firms that may all deal with one another, either way. */
function bookOfFirms() {
  const book = new Book()
  const parties = firmNames.map((name) => book.party(name, 'simulated'))
  addSpares(
    book,
    parties.flatMap((party) => ['BTC', ...collaterals].map((asset) => party.wallet(asset))),
  )
  const keys = parties.map((party) => party.credential('execution'))
  const admins = parties.map((party) => party.credential('admin'))
  const platform = book.party('platform')
  platform.source('history')
  const operator = platform.credential('operator')
  for (const lender of parties) {
    for (const borrower of parties) {
      if (lender === borrower) continue
      // Of two pairs the whole deal is closed out, of the others what restores the requirement.
      const isInFull =
        lender === parties[0] || (lender === parties.at(-1) && borrower === parties[0])
      const close_out_scope = isInFull ? 'full' : 'to_requirement'
      // Of one borrower the minimum is of the sum of a call set.
      const minimum_applies_to = borrower === parties[0] ? 'agreement' : 'deal'
      const exchanged =
        lender === parties.at(-1)
          ? { ...exchangeTerms, eligible_collateral: [eligibleUsdc()] }
          : defaultTerms
      book.agreement(lender, borrower, { ...exchanged, close_out_scope, minimum_applies_to })
    }
  }
  book.calendar('city')
  for (const agreement of book.scenario.agreements) addNewerTerms(agreement)
  return { book, parties, keys, admins, operator }
}

/** What is asked for is due on a business day. */
const timesOfDay = {
  calendars: ['city'],
  time_zone: 'Europe/London',
  notification_time: '13:00',
  response_time: '17:00',
}

/** Accepted from the begin, and in effect one after the other while the history runs. */
function addNewerTerms({ versions }: Scenario['agreements'][number]): void {
  const [first] = versions
  if (first === undefined) throw new Error('an agreement has no version')
  for (let next = 1; next <= newerTermsCount; next += 1) {
    versions.push({
      ...first,
      version: next + 1,
      effective_at: new Date(Date.now() + next * newerTermsEveryMs).toISOString(),
      terms: {
        ...first.terms,
        id: randomUUID(),
        ...(first.terms.eligible_collateral && { eligible_collateral: [eligibleUsdc()] }),
        requirement_percent: String(150 - (next % 3) * 10),
        margin_call_percent: String(130 - (next % 2) * 10),
        top_up_when: next % 2 === 0 ? 'minimum' : 'margin_call',
        interest_schedule: next % 3 === 0 ? 'monthly' : 'at_close',
        release_percent: next % 3 === 0 ? null : '155',
        ...(next % 3 !== 1 && timesOfDay),
      },
    })
  }
}

async function ready({ port, running }: Process): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const reply = await request(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    await reply?.body.dump()
    if (reply?.statusCode === 200) return
    if (running.child.exitCode !== null) break
    await setTimeout(50)
  }
  throw new Error(`a process did not start:\n${running.output()}`)
}

/**
 * Whether a call was refused for a reason that the state of the book can cause; any other is a
 * fault.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof VadiumServiceError && [403, 404, 409, 422, 424].includes(error.status)
}
