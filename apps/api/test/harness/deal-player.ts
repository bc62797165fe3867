import { VadiumClient } from '@vadium/client'
import { type KeyPair, openStage, type Stage } from '../../../../packages/book/src/played/stage.ts'
import { keyPairFrom, sandboxScenario } from '../../../../packages/book/src/index.ts'
import type { Scenario } from '../../src/features/scenario/scenario.ts'
import { type RunningService, type ServiceOptions, startService } from './service.ts'

/** A sandbox, and the keys of its book. */
export interface TestSandbox {
  readonly service: RunningService
  readonly operator: KeyPair
  readonly lender: KeyPair
  readonly borrower: KeyPair
}

/** A sandbox of a seed that has no deals yet. */
export function startSandbox(seed = 'vadium'): Promise<TestSandbox> {
  const empty = { wallets: [], agreements: [], prices: [], market_cuts: [], history: [] }
  return startSandboxOf(empty, { settings: { SANDBOX_SEED: seed } })
}

type SandboxOptions = Pick<ServiceOptions, 'settings' | 'streaming'>

/** The sandbox as `npm start` runs it, with the deal of its book. */
export function startSandboxWithDeal(options: SandboxOptions = {}): Promise<TestSandbox> {
  return startSandboxOf({}, options)
}

async function startSandboxOf(
  changes: Partial<Scenario>,
  { settings, ...options }: SandboxOptions,
): Promise<TestSandbox> {
  const keys = {
    operator: keyPairFrom('operator'),
    lender: keyPairFrom('lender'),
    borrower: keyPairFrom('borrower'),
  }
  const publicKeys = {
    'sandbox-operator': keys.operator.publicKey,
    'sandbox-lender': keys.lender.publicKey,
    'sandbox-borrower': keys.borrower.publicKey,
  }
  const service = await startService({
    ...options,
    scenario: { ...sandboxScenario({ publicKeys }), ...changes },
    settings: { SANDBOX: '1', ...settings },
  })
  return { service, ...keys }
}

/** A stage for one run of a deal; the keys of the firms are derived from its name. */
export function stageOf({ service, operator }: TestSandbox, run: string): Stage {
  const now = () => service.clock.now()
  return openStage({
    run,
    now,
    keys: { lender: keyPairFrom(`${run} lender`), borrower: keyPairFrom(`${run} borrower`) },
    client: (privateKey = operator.privateKey) =>
      new VadiumClient({
        baseUrl: service.url,
        privateKey,
        now,
        retries: false,
      }),
  })
}
