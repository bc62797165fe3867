import { createOrder, setApprovalPolicy } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rule } from '../../api/test/harness/approval-world.ts'
import type { Key } from '../../api/test/harness/book.ts'
import { callOf } from '../../api/test/harness/call.ts'
import { violations } from './harness/axe.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { FirmWorld } from './harness/firm-world.ts'

const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const world = new FirmWorld({ short: 1 })
for (const named of [
  ...world.book.scenario.organizations,
  ...world.book.scenario.accounts,
  ...world.book.scenario.wallets,
  ...world.book.scenario.custodians,
]) {
  named.name = `${named.name} ${'Long'.repeat(16)} ${markup}`
}
let approvalId = ''
let orderApprovalId = ''
let agreementId = ''

beforeAll(async () => {
  await world.start()
  agreementId = (await world.agreement()).id
  const rules = [rule('createOrder'), rule('setApprovalPolicy')]
  await world.policy(world.lenderAdmin, rules)
  const asked = callOf(setApprovalPolicy, { key: world.lenderAdmin, body: { rules } })
  approvalId = (await world.requested(asked)).id
  await world.policy(world.borrowerAdmin, [rule('createOrder')])
  const order = callOf(createOrder, { key: world.borrowerKey, body: world.orders.body() })
  orderApprovalId = (await world.requested(order)).id
})
afterAll(() => world.close())

interface Person {
  readonly name: string
  readonly key: Key
  readonly screens: readonly (readonly [name: string, path: () => string])[]
}

const people: readonly Person[] = [
  {
    name: 'an admin',
    key: world.lenderSecondAdmin,
    screens: [
      ['Approvals', () => '/approvals'],
      ['an approval', () => `/approvals/${approvalId}`],
      ['the approval policy', () => '/approvals/policy'],
      ['Credentials', () => '/credentials'],
      ['Wallets', () => '/wallets'],
      ['Counterparties', () => '/counterparties'],
      ['an agreement', () => `/agreements/${agreementId}`],
      ['Webhooks', () => '/webhooks'],
      ['Audit', () => '/audit'],
    ],
  },
  {
    name: 'the operator',
    key: world.operator,
    screens: [
      ['Organizations', () => '/operator'],
      ['the onboarding', () => `/operator/organizations/${world.lender.id}`],
      ['Prices', () => '/operator/prices'],
      ['Stalled instructions', () => '/operator/instructions'],
      ['Approvals', () => '/approvals'],
      ['Credentials', () => '/credentials'],
      ['Audit', () => '/audit'],
      ['an agreement', () => `/agreements/${agreementId}`],
    ],
  },
  {
    name: 'an approver who is no admin',
    key: world.borrowerTrader,
    screens: [
      ['Approvals', () => '/approvals'],
      ['an approval', () => `/approvals/${orderApprovalId}`],
      ['the approval policy', () => '/approvals/policy'],
    ],
  },
  {
    name: 'a viewer',
    key: world.borrowerViewer,
    screens: [
      ['an approval', () => `/approvals/${orderApprovalId}`],
      ['Counterparties', () => '/counterparties'],
      ['an agreement', () => `/agreements/${agreementId}`],
      ['Wallets', () => '/wallets'],
    ],
  },
]

describe.each(people)('the screens of $name', (person) => {
  let window: ConsoleWindow
  beforeAll(async () => {
    window = await world.window(person.key, person.name)
  })
  afterAll(() => window.close())

  it.each(person.screens)('break no rule of axe on %s, and a name is text', async (_name, path) => {
    await window.visit(path())
    await window.page.getByText('Reading').first().waitFor({ state: 'detached' })
    await window.page.evaluate(
      `for (const closed of document.querySelectorAll('details')) closed.open = true`,
    )
    expect(await violations(window)).toEqual([])
    await window.page.setViewportSize({ width: 390, height: 900 })
    expect(await window.page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(await window.page.title()).toMatch(/ · Vadium$/)
    expect(await window.page.locator('main img, main script').count()).toBe(0)
    expect(world.browser.faults).toEqual([])
  })
})
