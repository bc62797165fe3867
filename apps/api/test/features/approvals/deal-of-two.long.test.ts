import { VadiumClient } from '@vadium/client'
import {
  type Approval,
  approvableOperationNames,
  approvableOperations,
  createAccount,
  createCredential,
  type Role,
  setApprovalPolicy,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoDeal } from '../../../../../packages/book/src/played/demo-deal.ts'
import type { Side } from '../../../../../packages/book/src/played/deal-script.ts'
import type { Firm } from '../../../../../packages/book/src/played/episode.ts'
import { playDeal } from '../../../../../packages/book/src/played/play-deal.ts'
import { openStage, type Stage } from '../../../../../packages/book/src/played/stage.ts'
import { keyPairFrom } from '../../../../../packages/book/src/index.ts'
import { checkBook } from '../../../src/features/check/check-book.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { rule } from '../../harness/approval-world.ts'
import type { Key } from '../../harness/book.ts'
import { succeed } from '../../harness/call.ts'
import { startSandbox, type TestSandbox } from '../../harness/deal-player.ts'
import { Life } from '../../harness/life-of-a-deal.ts'
import { approvedBy } from '../../harness/second-person.ts'

/** Every operation that moves money, whatever the amount. */
const moneyRules = approvableOperationNames
  .filter((name) => approvableOperations[name] !== null)
  .map((name) => rule(name))

const life = new Life(demoDeal)
const ended: Approval[] = []
const seconds = new Map<string, Key>()

let sandbox: TestSandbox
let stage: Stage
beforeAll(async () => {
  sandbox = await startSandbox()
  stage = stageOfTwo(sandbox)
})
afterAll(async () => {
  await stage.close()
  await sandbox.service.close()
})

describe('the deal of the demo, under a policy of two on both sides', () => {
  it('is played to its end, with the figures of the script', { timeout: 120_000 }, async () => {
    for await (const episode of playDeal(demoDeal, stage)) {
      life.check(episode)
      for (const firm of episode.answers.firms ?? []) await askForTwo(firm)
    }
  })

  it('has carried out every operation with money after the approval of a second account', () => {
    const done = ended.map(({ operation, organization_id, state, decisions }) => {
      expect([state, decisions.length]).toEqual(['CARRIED_OUT', 1])
      const isLender = organization_id === life.firm('lender').organization_id
      return `${isLender ? 'lender' : 'borrower'} ${operation}`
    })
    expect(done).toEqual([
      'borrower createOrder',
      'lender acceptOrder',
      'lender createMarkToMarketRequest',
      'borrower acceptMarkToMarketRequest',
      'borrower createMarkToMarketRequest',
      'lender acceptMarkToMarketRequest',
      'lender createMarkToMarketRequest',
      'borrower disputeMarkToMarketRequest',
      'lender acceptMarkToMarketRequest',
      'lender createMarkToMarketRequest',
      'borrower acceptMarkToMarketRequest',
      'borrower retryMarkToMarketRequest',
      'borrower closeOrder',
    ])
  })

  it('has made no move of the deal without an approval', async () => {
    const { rows } = await sandbox.service.database.query(
      `SELECT count(*)::int AS lines, count(a.id)::int AS approved
       FROM audit_entries e LEFT JOIN approvals a ON a.id::text = e.request_id
       WHERE e.kind = 'request' AND e.outcome = 'ok' AND e.event = ANY ($1)`,
      [moneyRules.map(({ operation }) => operation)],
    )
    // Each has a line for the request, and one for when it was carried out.
    expect(rows).toEqual([{ lines: 2 * ended.length, approved: ended.length }])
  })

  it('leaves a book in which the check finds nothing', async () => {
    const checked = await withOwnerClient(sandbox.service.database.url, checkBook)
    expect(checked.filter(({ breaches }) => breaches > 0)).toEqual([])
  })
})

function stageOfTwo({ service, operator }: TestSandbox): Stage {
  const now = () => service.clock.now()
  const run = 'two'
  const keys = { lender: keyPairFrom(`${run} lender`), borrower: keyPairFrom(`${run} borrower`) }
  const sideOf = (privateKey?: string): Side | undefined =>
    privateKey === undefined
      ? undefined
      : privateKey === keys.lender.privateKey
        ? 'lender'
        : 'borrower'
  return openStage({
    run,
    now,
    keys,
    client: (privateKey) =>
      new VadiumClient({
        baseUrl: service.url,
        privateKey: privateKey ?? operator.privateKey,
        now,
        retries: false,
        transport: approvedBy(
          service,
          () => seconds.get(sideOf(privateKey) ?? ''),
          (approval) => ended.push(approval),
        ),
      }),
  })
}

/** The operator gives a firm a second account, and then an admin, who asks for two from now on. */
async function askForTwo({ organization_id, side }: Firm): Promise<void> {
  seconds.set(side, await newAccount(organization_id, 'execution'))
  const admin = await newAccount(organization_id, 'admin')
  const body = { rules: moneyRules }
  await succeed(sandbox.service, setApprovalPolicy, { key: admin, body })
}

async function newAccount(organization_id: string, role: Role): Promise<Key> {
  const { service, operator: key } = sandbox
  const { id: account_id } = await succeed(service, createAccount, {
    key,
    body: { organization_id, name: `A second ${role}`, kind: 'person' },
  })
  const { credential, private_key = '' } = await succeed(service, createCredential, {
    key,
    body: { account_id, role },
  })
  return { publicKey: credential.public_key, privateKey: private_key }
}
