import { createHash } from 'node:crypto'
import { publicKeyOf, VadiumClient } from '@vadium/client'
import { type KeyPair, openStage, type Stage } from '../../../cli/src/demo/stage.ts'
import { sandboxScenario } from '../../../../tools/demo/src/sandbox-scenario.ts'
import { type RunningService, startService } from './service.ts'

/** A sandbox without lenders and borrowers, and its operator. */
export interface TestSandbox {
  readonly service: RunningService
  readonly operator: KeyPair
}

/** A key pair derived from a text. */
export function keyFrom(text: string): KeyPair {
  const privateKey = createHash('sha256').update(text).digest('base64url')
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

/** The sandbox of a seed as `npm start` runs it, with a fixed key of its operator. */
export async function startSandbox(seed = 'vadium'): Promise<TestSandbox> {
  const operator = keyFrom('operator')
  const scenario = sandboxScenario(operator)
  const settings = { SANDBOX: '1', SANDBOX_SEED: seed }
  return { service: await startService({ scenario, settings }), operator }
}

/** A stage for one run of a deal; the keys of the firms are derived from its name. */
export function stageOf({ service, operator }: TestSandbox, run: string): Stage {
  const now = () => service.clock.now()
  return openStage({
    run,
    now,
    keys: { lender: keyFrom(`${run} lender`), borrower: keyFrom(`${run} borrower`) },
    client: (privateKey = operator.privateKey) =>
      new VadiumClient({
        baseUrl: service.url,
        privateKey,
        now,
        retries: false,
      }),
  })
}
