import type {
  CustodyAdapter,
  ProviderReport,
  TransferInstruction,
} from '../../src/features/custody/custody-adapter.ts'

type Answer<T> = T | Error | (() => Promise<T>)

/** A custodian that gives scripted answers, in order, and then repeats the last one. */
export class AnsweringCustodian implements CustodyAdapter {
  /** All submissions, by id. */
  readonly sent: string[] = []
  readonly asked: string[] = []
  readonly cancelled: string[] = []
  submissions: Answer<ProviderReport>[] = []
  enquiries: Answer<ProviderReport | undefined>[] = []
  cancellations: Answer<ProviderReport | undefined>[] = []

  submit({ externalTransferId }: TransferInstruction): Promise<ProviderReport> {
    this.sent.push(externalTransferId)
    return next(this.submissions)
  }

  get(externalTransferId: string): Promise<ProviderReport | undefined> {
    this.asked.push(externalTransferId)
    return next(this.enquiries)
  }

  cancel(externalTransferId: string): Promise<ProviderReport | undefined> {
    this.cancelled.push(externalTransferId)
    return next(this.cancellations)
  }

  /** Accepts every callback: the ids are its lines. */
  verifyCallback(_headers: unknown, body: Uint8Array): Promise<readonly string[]> {
    return Promise.resolve(Buffer.from(body).toString().split('\n'))
  }
}

/** The report of a provider that has just accepted a movement, unless changed. */
export function report(changes: Partial<ProviderReport> = {}): ProviderReport {
  return {
    state: 'pending_provider_approval',
    requestState: 'RECEIVED',
    label: 'Received',
    quantity: '1.5',
    ...changes,
  }
}

async function next<T>(answers: Answer<T>[]): Promise<T> {
  const [answer] = answers
  if (answers.length === 0) throw new Error('nobody laid down an answer')
  if (answers.length > 1) answers.shift()
  if (answer instanceof Error) throw answer
  return isWork(answer) ? answer() : (answer as T)
}

const isWork = <T>(answer: T | (() => Promise<T>) | undefined): answer is () => Promise<T> =>
  typeof answer === 'function'
