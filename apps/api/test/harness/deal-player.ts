import { createHash } from 'node:crypto'
import { publicKeyOf, VadiumClient } from '@vadium/client'
import { type KeyPair, openStage, type Stage } from '../../../cli/src/demo/stage.ts'
import { Book, type Key } from './book.ts'
import { type RunningService, startService } from './service.ts'

/** A sandbox in which nobody lends or borrows yet, and who drives it. */
export interface TestSandbox {
  readonly service: RunningService
  readonly operator: Key
}

/** A key pair that follows from a text. */
export function keyFrom(text: string): KeyPair {
  const privateKey = createHash('sha256').update(text).digest('base64url')
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

export async function startSandbox(seed = 'vadium'): Promise<TestSandbox> {
  const book = new Book()
  const operator = book.party('platform').credential('operator')
  const settings = { SANDBOX: '1', SANDBOX_SEED: seed }
  const service = await startService({ scenario: book.scenario, settings })
  return { service, operator }
}

/** A stage for one run of a deal; the keys of the firms follow from its name. */
export function stageOf({ service, operator }: TestSandbox, run: string): Stage {
  return openStage({
    run,
    keys: { lender: keyFrom(`${run} lender`), borrower: keyFrom(`${run} borrower`) },
    client: (privateKey = operator.privateKey) =>
      new VadiumClient({
        baseUrl: service.url,
        privateKey,
        now: () => service.clock.now(),
        retries: false,
      }),
  })
}
