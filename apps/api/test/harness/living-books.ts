import { isLongRun } from './long-run.ts'
import { bookTime, Book, type Party, type Terms } from './book.ts'
import { copyDatabase, templateFrom } from './database.ts'
import { type RunningService, startService } from './service.ts'
import { type Keys, LivingBook, type Member, type Plan } from './living-book.ts'
import { preparedOnce } from './prepared-once.ts'

export interface LivingBooks {
  readonly service: RunningService
  /** Two books that know nothing of each other. */
  readonly books: readonly [LivingBook, LivingBook]
  close(): Promise<void>
}

/** A default can be declared as soon as the liquidation level is reached. */
const defaultTerms: Partial<Terms> = {
  default_causes: ['LIQUIDATION_LEVEL'],
  liquidation_confirm_seconds: 0,
}

/** Time moves as the books need it, and their prices stay as they are. */
export const livingSettings = {
  SANDBOX: '1',
  MAIL_SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'vadium@mail.vadium.example',
  CONSOLE_URL: 'https://vadium.example.com/console',
  SANDBOX_TIME: '2026-03-02T12:00:00.000Z',
  PRICE_MAX_AGE_S: '31536000',
}

/** Plain data, which all workers of a run read. */
export interface PreparedBooks {
  readonly scenario: Book['scenario']
  readonly platform: Member
  readonly plans: readonly [Plan, Plan]
  /** The database with the loaded scenario. */
  readonly template: string
}

/** The deals of each of two books: enough for the example of every operation, and for one test. */
export const usualDeals = isLongRun ? 80 : 36

/** Two books with so many deals each. */
export const livingBooks = (dealsEach: number): Promise<PreparedBooks> =>
  preparedOnce(`living-books-${dealsEach}`, () => prepareBooks(dealsEach))

/** A service with two books, with so many deals each. */
export async function openLivingBooks(
  dealsEach = usualDeals,
  settings: Readonly<Record<string, string>> = {},
): Promise<LivingBooks> {
  return openBooks(await livingBooks(dealsEach), settings)
}

/** A service with books that have been prepared. */
export async function openBooks(
  { scenario, platform, plans, template }: PreparedBooks,
  settings: Readonly<Record<string, string>> = {},
): Promise<LivingBooks> {
  const database = await copyDatabase(template)
  const service = await startService({
    scenario,
    database,
    settings: { ...livingSettings, ...settings },
  })
  const [first, second] = plans
  return {
    service,
    books: [new LivingBook(service, first, platform), new LivingBook(service, second, platform)],
    close: async () => {
      await service.close()
      await database.drop()
    },
  }
}

/**
 * Suspends the organization of a member, or makes it active, as no operation does for the platform.
 */
export async function setStatus(
  { database }: RunningService,
  { party }: Member,
  status: 'active' | 'suspended',
): Promise<void> {
  await database.query('UPDATE organizations SET status = $1 WHERE id = $2', [status, party.id])
}

async function prepareBooks(dealsEach: number): Promise<PreparedBooks> {
  const book = new Book({ terms: defaultTerms })
  book.price('BTC', '60000', '2026-03-02T12:00:00.000Z')
  book.price('ETH', '2500', '2026-03-02T12:00:00.000Z')
  const platform = member(book.party('platform', 'simulated'))
  for (const id of ['london', 'new-york']) book.calendar(id, ['2026-12-25'])
  const first = plan(book, 'harbor', 'quay', dealsEach)
  // Not as many, so that no sum of one is that of the other.
  const second = plan(book, 'reed', 'cove', dealsEach + 1)
  const { scenario } = book
  const database = await copyDatabase()
  const service = await startService({ scenario, database, settings: livingSettings })
  await service.close()
  const template = await templateFrom(database)
  return { scenario, platform, plans: [first, second], template }
}

function plan(book: Book, lenderName: string, borrowerName: string, dealCount: number): Plan {
  const lender = book.party(lenderName, 'simulated')
  const borrower = book.party(borrowerName, 'simulated')
  const sides = { lender: member(lender), borrower: member(borrower) }
  const firstDeal = book.deal(lender, borrower)
  const agreement = last(book.scenario.agreements)
  const deals = Array.from({ length: dealCount }, () => book.deal(lender, borrower))
  // Somebody else that the lender deals with.
  book.deal(lender, book.party(`${borrowerName}-neighbour`))
  const { name: on } = book.request(bookTime, lender, 'createOrderRequest', firstDeal, {
    kind: 'rerate',
    rate_percent: '6',
  })
  book.by(bookTime, borrower, 'rejectOrderRequest', { on })
  return {
    ...sides,
    agreementId: agreement.id,
    firstDeal,
    firstTransferId: firstDeal.openingTransfers.asset,
    deals,
  }
}

function last<T>(list: readonly T[]): T {
  const item = list.at(-1)
  if (item === undefined) throw new Error('the list is empty')
  return item
}

function member(party: Party): Member {
  const keysOf = (overrides: Parameters<Party['credential']>[1] = {}): Keys => ({
    viewer: party.credential('viewer', overrides),
    execution: party.credential('execution', overrides),
    reporting: party.credential('reporting', overrides),
    admin: party.credential('admin', overrides),
    operator: party.credential('operator', overrides),
  })
  const accountId = party.account({ name: `${party.name}'s program`, kind: 'program' })
  const wallets = { BTC: party.wallet('BTC'), ETH: party.wallet('ETH') }
  return {
    party: { id: party.id, name: party.name, wallets },
    accountId,
    keys: keysOf(),
    colleague: { admin: party.colleague('admin'), operator: party.colleague('operator') },
    revokedKeys: keysOf({ revoked_at: '2026-03-02T10:00:00.000Z' }),
    expiredKeys: keysOf({ expires_at: '2026-03-02T12:00:00.000Z' }),
  }
}
