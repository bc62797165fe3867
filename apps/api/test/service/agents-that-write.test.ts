import type { MarkToMarketRequest } from '@vadium/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Agent, agentOf, type Person } from '../../../../packages/mcp/test/agent.ts'
import { Book } from '../harness/book.ts'
import { CommandLine } from '../harness/command-line.ts'
import { type RunningService, startService } from '../harness/service.ts'

const book = new Book()
const [harbor, quay] = [book.party('harbor'), book.party('quay', 'bitgo')]
const keys = {
  execution: harbor.credential('execution'),
  borrower: quay.credential('execution'),
  admin: quay.colleague('admin'),
  viewer: harbor.credential('viewer'),
}
const deal = book.deal(harbor, quay)
const other = book.deal(harbor, quay)
book.price('BTC', '60000', '2026-03-02T12:00:00.000Z')
book.price('ETH', '2500', '2026-03-02T12:00:00.000Z')

let service: RunningService
let commandLine: CommandLine
const agents: Agent[] = []
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  commandLine = await CommandLine.open(
    Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, { service, key }])),
  )
})
afterAll(async () => {
  for (const agent of agents) await agent[Symbol.asyncDispose]()
  await service.close()
  await commandLine.remove()
})

const questions: string[] = []
let answer: Awaited<ReturnType<Person>> = 'accept'
beforeEach(() => {
  questions.length = 0
  answer = 'accept'
})

const person: Person = (question) => {
  questions.push(question)
  return Promise.resolve(answer)
}

async function agent(profile: keyof typeof keys = 'execution') {
  const argv = ['mcp', '--allow-writes', '--profile', profile]
  const connected = await agentOf((input, output) => commandLine.serve(argv, input, output), person)
  agents.push(connected)
  return connected
}

const requests = async () => {
  const { stdout } = await commandLine.run('m2m', 'list', '--json')
  const { mark_to_market_requests: listed } = JSON.parse(stdout) as {
    mark_to_market_requests: MarkToMarketRequest[]
  }
  return listed
}

const position = { position_id: deal.positionId }

describe('an agent that may write', () => {
  it('has no tool that writes where its program cannot ask a person', async () => {
    const connected = await agentOf((input, output) =>
      commandLine.serve(['mcp', '--allow-writes'], input, output),
    )
    agents.push(connected)
    const { text } = await connected.call('createMarkToMarketRequest', position)
    expect(text).toBe('There is no tool "createMarkToMarketRequest".')
    const tools = await connected.tools()
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
  })

  it('moves nothing under the key of a viewer', async () => {
    const names = (await (await agent('viewer')).tools()).map(({ name }) => name)
    expect(names).toContain('markChatRead')
    expect(names).not.toContain('createMarkToMarketRequest')
  })

  it.each(['decline', 'cancel'] as const)('sends nothing after %s', async (action) => {
    answer = action
    const { isError } = await (await agent()).call('createMarkToMarketRequest', position)
    expect({ isError, asked: questions.length }).toEqual({ isError: true, asked: 1 })
    expect(await requests()).toEqual([])
  })

  it('creates the request of the preview that the person has seen', async () => {
    const { call } = await agent()
    const { text, isError } = await call('createMarkToMarketRequest', position)
    expect(isError).toBe(false)
    expect(text).toMatch(/^Done: /)
    const [question = ''] = questions
    expect(question).toMatch(
      /\n“quay Ltd” is to send 60 ETH \(150000\.00 USD\) to “harbor Ltd”, when the counterparty accepts\.\n/,
    )
    expect(question).toContain('Verified')
    const [created] = await requests()
    expect(created).toMatchObject({ position_id: deal.positionId })
    const again = await call('createMarkToMarketRequest', position)
    expect(again.text).toMatch(/^Refused: MARK_TO_MARKET_REQUEST_OPEN\./)
    expect(questions).toHaveLength(1)
    const cancelled = await call('cancelMarkToMarketRequest', {
      mark_to_market_request_id: created?.id,
    })
    expect(cancelled.text).toMatch(/^Done: /)
    expect(questions[1]).toMatch(/, with “quay Ltd”\.\n/)
  })

  it('says what a close sends to whom', async () => {
    answer = 'decline'
    const { call } = await agent('borrower')
    const { text } = await call('closeOrder', { order_id: other.orderId })
    expect(text).toBe('Not sent: the person declined.')
    expect(questions[0]).toMatch(/\n“quay Ltd” sends 10 BTC \(600000\.00 USD\) to “harbor Ltd”, /)
    expect(questions[0]).toMatch(/\n“harbor Ltd” sends 300 ETH \(750000\.00 USD\) to “quay Ltd”, /)
  })

  it('answers that a second person has to approve', async () => {
    const rule = { operation: 'closeOrder', above_usd: null, approvals: 1, within_seconds: 3600 }
    const set = ['approval-policies', 'set', '--yes', '--rules', JSON.stringify([rule])]
    expect(await commandLine.run(...set, '--profile', 'admin')).toMatchObject({ code: 0 })
    const { call, tools } = await agent('borrower')
    const { text, isError } = await call('closeOrder', { order_id: other.orderId })
    expect({ text, isError }).toMatchObject({ isError: false })
    expect(text).toMatch(/^Awaits approval \S+: the request has had no effect yet\./)
    const { text: listed } = await call('listApprovals', { state: 'PENDING' })
    expect(listed).toContain(/Awaits approval (\S+):/.exec(text)?.[1] ?? 'none')
    const order = await call('getOrder', { order_id: other.orderId })
    expect(order.text).toContain('"status": "ACTIVE"')
    expect((await tools()).map(({ name }) => name)).not.toContain('approveApproval')
  })

  it('sends collateral to the counterparty, which it names', async () => {
    const { call } = await agent()
    answer = 'decline'
    await call('sendCollateral', { position_id: other.positionId, quantity: '5' })
    expect(questions[0]).toContain('\n“harbor Ltd” sends 5 ETH to “quay Ltd”, at once.\n')
  })
})
