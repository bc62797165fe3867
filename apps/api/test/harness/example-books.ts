import { type Operation, operations } from '@vadium/schema'
import { copyDatabase, templateFrom } from './database.ts'
import type { Example } from './example-preparations.ts'
import { exampleOf } from './example-requests.ts'
import { LivingBook } from './living-book.ts'
import {
  livingBooks,
  type LivingBooks,
  livingSettings,
  openBooks,
  type PreparedBooks,
  usualDeals,
} from './living-books.ts'
import { keepExamples } from './prepared-examples.ts'
import { preparedOnce } from './prepared-once.ts'
import { startService } from './service.ts'

/** Plain data, which all workers of a run read. */
interface ExampleBooks extends PreparedBooks {
  readonly examples: readonly [operation: string, example: KeptExample][]
}

interface KeptExample extends Omit<Example, 'member'> {
  readonly member: 'lender' | 'borrower' | 'platform'
}

/** Time passes for them, which ends what other examples have under way. They are made first. */
const takeTime = [
  'retryOrder',
  'abandonOrder',
  'retryMarkToMarketRequest',
  'retryOrderRequest',
  'decideSandboxTransfer',
  'createCloseOut',
  'getCloseOut',
  'withdrawCloseOut',
  'terminateCloseOut',
  'retryCloseOut',
  'receiveCloseOut',
  'dischargeCloseOut',
]

/** Their examples name a time that is still ahead, or take the place of an earlier one. */
const madeWhenAsked = ({ id, path }: Operation) => {
  if (id.includes('Sandbox')) return id !== 'decideSandboxTransfer'
  if (path.startsWith('/mail')) return true
  return path.startsWith('/webhook') || id === 'proposeTerms' || id === 'withdrawTerms'
}

/**
 * A service with two living books, the first of which has an example of nearly every operation: to
 * make them takes seconds, so all tests of a run that call every operation share them.
 */
export async function openExampleBooks(): Promise<LivingBooks> {
  const { examples, ...prepared } = await preparedOnce('example-books', prepareExamples)
  const opened = await openBooks(prepared)
  const [book] = opened.books
  keepExamples(
    book,
    examples.map(([id, { member, ...parts }]) => [id, { ...parts, member: book[member] }]),
  )
  return opened
}

async function prepareExamples(): Promise<ExampleBooks> {
  const living = await livingBooks(usualDeals)
  const database = await copyDatabase(living.template)
  const { scenario } = living
  const service = await startService({ scenario, database, settings: livingSettings })
  // No test signs for a time that has been signed for here.
  service.clock.set('2026-03-02T11:00:00.000Z')
  const book = new LivingBook(service, living.plans[0], living.platform)
  const isFirst = ({ id }: Operation) => takeTime.includes(id)
  const examples: [string, KeptExample][] = []
  for (const operation of operations.toSorted((one, other) => +isFirst(other) - +isFirst(one))) {
    if (madeWhenAsked(operation)) continue
    const { member, ...parts } = await exampleOf(operation, book)
    const name = (['lender', 'borrower', 'platform'] as const).find((each) => book[each] === member)
    if (name === undefined) throw new Error(`a stranger calls ${operation.id}`)
    examples.push([operation.id, { ...parts, member: name }])
  }
  const plans = [{ ...living.plans[0], deals: book.unusedDeals() }, living.plans[1]] as const
  await service.close()
  return { ...living, plans, examples, template: await templateFrom(database) }
}
