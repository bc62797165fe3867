import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTransfer, listInstructions } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/features/scenario/scenario.ts'
import { bookOfDeals } from '../../harness/book-of-deals.ts'
import { call, refused, succeed } from '../../harness/call.ts'
import {
  decideTransfer,
  externalIdOf,
  type TransferChanges,
  wantCancelled,
} from '../../harness/decided-transfer.ts'
import { FireblocksStandIn, type NextCreation } from '../../harness/fireblocks-stand-in.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const { book, borrower, nextDeal, keys } = bookOfDeals(1, 'fireblocks')
const deal = nextDeal()
/** The wallets of a workspace are named for their vault accounts. */
const vaults = { 'harbor-ETH': 'harbor:11', 'quay-ETH': 'quay:12' } as const
let standIn: FireblocksStandIn
let service: RunningService
let folder: string
beforeAll(async () => {
  standIn = await FireblocksStandIn.open()
  folder = await mkdtemp(join(tmpdir(), 'vadium-fireblocks-'))
  const secretKeyFile = join(folder, 'secret.pem')
  const webhookKeyFile = join(folder, 'webhooks.pem')
  await writeFile(secretKeyFile, standIn.secretKeyPem)
  await writeFile(webhookKeyFile, standIn.webhookKey.export({ type: 'spki', format: 'pem' }))
  service = await startService({
    scenario: withVaults(book.scenario),
    settings: {
      FIREBLOCKS_API_KEY: standIn.apiKey,
      FIREBLOCKS_SECRET_KEY_FILE: secretKeyFile,
      FIREBLOCKS_BASE_URL: standIn.baseUrl,
      FIREBLOCKS_ASSETS: 'ETH=ETH_TEST5',
      FIREBLOCKS_WEBHOOK_KEY_FILE: webhookKeyFile,
      FIREBLOCKS_WEBHOOK_JWKS_URL: standIn.keySetUrl,
    },
  })
  await service.services.custody.openAll()
})
afterAll(async () => {
  await service.close()
  await standIn.close()
  await rm(folder, { recursive: true })
})

function withVaults(scenario: Scenario): Scenario {
  let text = JSON.stringify(scenario)
  for (const [wallet, vault] of Object.entries(vaults))
    text = text.replaceAll(`"${wallet}"`, `"${vault}"`)
  const changed = JSON.parse(text) as Scenario
  for (const custodian of changed.custodians) {
    if (custodian.id === 'fireblocks') custodian.adapter = 'fireblocks'
  }
  return changed
}

const runDue = () => service.services.custodyWorker.runDue()
const pass = (ms: number) => service.clock.set(new Date(service.clock.now() + ms).toISOString())
const decide = (changes: TransferChanges = {}) =>
  decideTransfer(service.services, deal, {
    senderWalletId: vaults['quay-ETH'],
    receiverWalletId: vaults['harbor-ETH'],
    ...changes,
  })
const shown = (id: string) =>
  succeed(service, getTransfer, { params: { transfer_id: id }, key: keys.lender })
const webhook = (id: string, sign: 'signWebhook' | 'signWebhookDetached') => {
  const body = standIn.webhookBody(externalIdOf(id))
  const headers = standIn[sign](body)
  return { method: 'POST', target: '/custodian-callbacks/fireblocks', headers, body }
}
const lifecycle = async (id: string) => {
  const { status, provider_lifecycle: at } = await shown(id)
  return [status, at.provider, at.provider_request_state, at.state].join(' ')
}

describe('a transfer of a Fireblocks workspace', () => {
  beforeEach(() => standIn.sent.splice(0))

  it('is sent once, followed by its webhooks, and settled', async () => {
    const id = await decide()
    await runDue()
    expect(standIn.sent.map(({ body }) => body)).toEqual([
      {
        operation: 'TRANSFER',
        externalTxId: externalIdOf(id),
        assetId: 'ETH_TEST5',
        amount: '1.5',
        treatAsGrossAmount: false,
        source: { type: 'VAULT_ACCOUNT', id: '12' },
        destination: { type: 'VAULT_ACCOUNT', id: '11' },
      },
    ])
    expect(await lifecycle(id)).toBe('IN_PROGRESS fireblocks SUBMITTED pending_provider_approval')

    const steps: string[] = []
    for (const status of ['PENDING_SIGNATURE', 'BROADCASTING', 'CONFIRMING', 'A_NEW_STATUS']) {
      standIn.say(externalIdOf(id), { status })
      expect((await call(service, webhook(id, 'signWebhookDetached'))).status).toBe(200)
      // The clock does not move: only the callback causes the poll.
      await runDue()
      steps.push(await lifecycle(id))
    }
    expect(steps).toEqual([
      'IN_PROGRESS fireblocks PENDING_SIGNATURE pending_provider_signature',
      'IN_PROGRESS fireblocks BROADCASTING broadcasting',
      'IN_PROGRESS fireblocks CONFIRMING confirming',
      'IN_PROGRESS fireblocks A_NEW_STATUS confirming',
    ])
    standIn.passTime()
    expect((await call(service, webhook(id, 'signWebhook'))).status).toBe(200)
    await runDue()
    expect(await lifecycle(id)).toBe('COMPLETED fireblocks COMPLETED completed')
    expect(standIn.sent).toHaveLength(1)
    expect(standIn.timesMoved(externalIdOf(id))).toBe(1)
  })

  it.each<[NextCreation, number]>([
    ['is lost', 2],
    ['is unanswered', 1],
  ])('causes an enquiry when it %s, and moves once', async (creation, sent) => {
    standIn.next(creation)
    const id = await decide()
    for (let i = 0; i < 5; i += 1) {
      await runDue()
      pass(2000)
    }
    standIn.passTime()
    pass(60_000)
    await runDue()
    expect(await lifecycle(id)).toBe('COMPLETED fireblocks COMPLETED completed')
    expect(standIn.sent).toHaveLength(sent)
    expect(standIn.timesMoved(externalIdOf(id))).toBe(1)
  })

  it('is cancelled where it waits for an approval, and never moves', async () => {
    standIn.next('waits')
    const id = await decide()
    await runDue()
    await wantCancelled(service.services, borrower.id, id)
    await runDue()
    expect(await lifecycle(id)).toBe('IN_PROGRESS fireblocks CANCELLING pending_provider_approval')
    standIn.passTime()
    pass(60_000)
    await runDue()
    expect(await lifecycle(id)).toBe('CANCELLED fireblocks CANCELLED cancelled')
    expect(standIn.timesMoved(externalIdOf(id))).toBe(0)
    expect(standIn.sent).toHaveLength(1)
  })

  it('is rejected with the error of Fireblocks when Fireblocks refuses it', async () => {
    standIn.next({ status: 400, body: { message: 'Insufficient funds', code: 1411 } })
    const id = await decide()
    await runDue()
    expect(await lifecycle(id)).toBe('REJECTED fireblocks 1411 rejected')
  })

  it('stalls when it arrives short', async () => {
    const id = await decide()
    await runDue()
    standIn.say(externalIdOf(id), { status: 'COMPLETED', netAmount: '1.4999' })
    await call(service, webhook(id, 'signWebhook'))
    await runDue()
    expect(await lifecycle(id)).toBe('IN_PROGRESS fireblocks COMPLETED pending_provider_approval')
    const { instructions } = await succeed(service, listInstructions, {
      query: { stalled: true },
      key: keys.operator,
    })
    expect(instructions).toMatchObject([{ transfer_id: id, custodian: 'fireblocks' }])
  })
})

describe('a webhook', () => {
  it('causes no poll when it is forged, or for another custodian', async () => {
    const id = await decide()
    await runDue()
    const asked = standIn.requests.length
    const good = webhook(id, 'signWebhook')
    const other = standIn.webhookBody(externalIdOf(id))
    await refused(service, 401, { ...good, body: other })
    await refused(service, 401, { ...good, headers: {} })
    await refused(service, 401, { ...good, target: '/custodian-callbacks/bitgo' })
    await runDue()
    expect(standIn.requests.length).toBe(asked)
  })

  it('is kept once when it arrives ten times at once', async () => {
    const id = await decide()
    await runDue()
    const same = webhook(id, 'signWebhookDetached')
    const replies = await Promise.all(Array.from({ length: 10 }, () => call(service, same)))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const { rows } = await service.database.query(
      'SELECT custodian_id FROM custodian_callbacks WHERE body = $1',
      [same.body],
    )
    expect(rows).toEqual([{ custodian_id: 'fireblocks' }])
  })
})
