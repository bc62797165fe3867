import { exitCodes } from '@vadium/cli'
import {
  ApprovalEndedError,
  type ApprovalPolicy,
  ApprovalRequiredError,
  VadiumClient,
  wasReplayed,
} from '@vadium/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../harness/book.ts'
import { CommandLine } from '../harness/command-line.ts'
import { type RunningService, startService } from '../harness/service.ts'

const book = new Book()
const quay = book.party('quay')
const keys = { ann: quay.colleague('admin'), ben: quay.colleague('admin') }
const policy = {
  operation: 'setApprovalPolicy',
  above_usd: null,
  approvals: 1,
  within_seconds: 3600,
} as const
const rules = [policy, { ...policy, operation: 'createOrder', above_usd: '1000000' } as const]

let service: RunningService
let commandLine: CommandLine
let client: VadiumClient
beforeAll(async () => {
  service = await startService({ scenario: book.scenario, settings: { BASE_PATH: '/v1' } })
  commandLine = await CommandLine.open({
    ben: { service, key: keys.ben },
    ann: { service, key: keys.ann },
  })
  client = new VadiumClient({
    baseUrl: service.url,
    privateKey: keys.ann.privateKey,
    now: () => service.clock.now(),
  })
  const rulesSet = ['approval-policies', 'set', '--yes', '--rules', JSON.stringify([policy])]
  const set = await vadium(...rulesSet)
  expect(set).toMatchObject({ code: 0, stderr: '' })
})
afterAll(async () => {
  await client.close()
  await service.close()
  await commandLine.remove()
})

const vadium = (...argv: string[]) => commandLine.run(...argv)

async function requested(idempotencyKey?: string): Promise<ApprovalRequiredError> {
  const error = await client.approvalPolicies
    .set({ rules }, { idempotencyKey })
    .catch((thrown: unknown) => thrown)
  if (!(error instanceof ApprovalRequiredError)) throw error
  return error
}

const carryOut = () => service.services.approvalWorker.run()

describe('a write of the SDK that needs approval', () => {
  it('throws the approval, the same again under its key', async () => {
    const first = await requested('one-policy')
    expect(first.approval).toMatchObject({ state: 'PENDING', operation: 'setApprovalPolicy' })
    expect(wasReplayed(first)).toBe(false)
    const again = await requested('one-policy')
    expect(again.approval).toEqual(first.approval)
    expect(wasReplayed(again)).toBe(true)
  })

  it('is approved on the command line, which verifies the hash, and answers the waiting SDK', async () => {
    const { approval } = await requested()
    const waiting = client.approvals.wait<ApprovalPolicy>(approval.id)
    const argv = ['approvals', 'approve', approval.id, '--yes', '--no-wait']
    const ran = await vadium(...argv)
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.stderr).toMatch(/asked by +quay admin \(account /)
    expect(ran.stderr).toMatch(/rules\[1\]\.above_usd +1000000\n/)
    await carryOut()
    expect(await waiting).toMatchObject({ version: 2, rules })
  })

  it('throws at the one who waits when it is rejected', async () => {
    const { approval } = await requested()
    const waiting = client.approvals.wait(approval.id).catch((thrown: unknown) => thrown)
    expect(await vadium('approvals', 'reject', approval.id, '--yes')).toMatchObject({ code: 0 })
    const error = await waiting
    expect(error).toBeInstanceOf(ApprovalEndedError)
    expect(error).toMatchObject({ reason: 'APPROVAL_REJECTED', approval: { state: 'REJECTED' } })
  })
})

describe('a command that needs approval', () => {
  it('exits with a code of its own, and nobody approves their own', async () => {
    const argv = ['approval-policies', 'set', '--yes', '--profile', 'ann', '--json', '--rules']
    const ran = await vadium(...argv, JSON.stringify(rules))
    expect(ran.code).toBe(exitCodes.awaitsApproval.code)
    const { approval } = JSON.parse(ran.stdout) as { approval: { id: string } }
    const own = await vadium('approvals', 'approve', approval.id, '--yes', '--profile', 'ann')
    expect(own).toMatchObject({ code: exitCodes.refused.code, stdout: '' })
    const withdraw = ['approvals', 'withdraw', approval.id, '--yes', '--profile', 'ann']
    const withdrawn = await vadium(...withdraw)
    expect(withdrawn).toMatchObject({ code: 0, stderr: '' })
    expect(withdrawn.stdout).toMatch(/state +WITHDRAWN/)
  })
})
