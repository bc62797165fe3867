import { amendAgreement } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreedTerms } from '../../api/test/harness/agreed-terms.ts'
import { rule } from '../../api/test/harness/approval-world.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { FirmWorld } from './harness/firm-world.ts'

const world = new FirmWorld()
let requester: ConsoleWindow
let decider: ConsoleWindow

beforeAll(async () => {
  await world.start()
  requester = await world.window(world.lenderAdmin, 'Requester')
})
afterAll(() => world.close())

/** The steps follow one another: each begins where the one before ended. */
describe('what one account asks for and another approves', () => {
  it('is a policy that is set on the page', async () => {
    await requester.goto('/approvals/policy')
    await requester.sees('No operation needs approval.')
    await requester.button('Add a rule').click()
    await requester.page.getByLabel('Operation').selectOption('setApprovalPolicy')
    await requester.button('Set 1 rule').click()
    await requester.sees('Version 1 was set.')
    await requester.page
      .getByRole('region', { name: 'Rules in force' })
      .getByText('Set the approval policy')
      .waitFor()
  })

  it('awaits the decision of others, and is not carried out yet', async () => {
    await requester.button('Add a rule').click()
    await requester.page.getByLabel('Operation').last().selectOption('createCredential')
    await requester.page.getByLabel('Above, USD').last().fill('250000.5')
    await requester.button('Set 2 rules').click()
    await requester.sees('It needs the approval of other accounts.')
    expect(await requester.button('Set 2 rules').isDisabled()).toBe(true)
    await requester.goto('/approvals')
    await requester.sees('Awaiting the decision of others · 1')
  })

  it('is readable before it is decided: every member, who asked, and until when', async () => {
    decider = await world.window(world.lenderSecondAdmin, 'Decider')
    await decider.goto('/approvals')
    const ours = decider.page.getByRole('region', { name: 'To decide' })
    await ours.getByRole('link', { name: 'Set the approval policy' }).click()
    await decider.sees('The decision names this request and no other')
    const asked = decider.page.locator('details', { hasText: 'The signed request' }).first()
    expect(await asked.locator('[data-figure]').allTextContents()).toContain('250000.5')
    const who = decider.page.locator('.panel', { hasText: 'Who asks' })
    expect(await who.textContent()).toContain('harbor admin')
    await decider.page
      .locator('main')
      .getByText(/left$|^over since/)
      .first()
      .waitFor()
  })

  it('takes effect once the other account has approved it', async () => {
    await decider.button('Approve').click()
    await decider.sees('Your decision was recorded.')
    await world.service.services.approvalWorker.run()
    await decider.page.locator('h1 + *').getByText('carried out').waitFor()
    await requester.goto('/approvals/policy')
    await requester.sees('In force: version 2')
  })
})

it('sends the hash of the request on screen, and decides nothing if it is another one', async () => {
  await world.policy(world.operator, [rule('amendAgreement')])
  const approval = await world.requested(
    world.callOn(amendAgreement, await world.agreement(), world.operator, { terms: agreedTerms }),
  )
  const operator = await world.window(world.secondOperator, 'Operator')
  await operator.changeAnswers(`${world.service.url}/approvals/${approval.id}`, (text) => {
    const shown = JSON.parse(text) as { request: { body: string } }
    shown.request.body = shown.request.body.replace('103', '203')
    return JSON.stringify(shown)
  })
  await operator.goto(`/approvals/${approval.id}`)
  await operator.sees('does not have the hash of the approval')
  expect(await operator.button('Approve').isDisabled()).toBe(true)
  await operator.leaveAnswers()
  await operator.goto(`/approvals/${approval.id}`)
  await operator.button('Reject …').click()
  await operator.button('Reject').click()
  await operator.sees('Your decision was recorded.')
  expect((await world.get(approval.id, world.operator)).state).toBe('REJECTED')
})

it('withdraws a request for the account that made it, after asking', async () => {
  await world.policy(world.borrowerAdmin, [rule('setApprovalPolicy')])
  const borrower = await world.window(world.borrowerAdmin, 'Borrower')
  await borrower.goto('/approvals/policy')
  await borrower.button('Remove rule 1').click()
  await borrower.button('Set 0 rules').click()
  await borrower.sees('It needs the approval of other accounts.')
  await borrower.goto('/approvals')
  await borrower.page.getByRole('link', { name: 'Set the approval policy' }).first().click()
  expect(await borrower.button('Approve').count()).toBe(0)
  await borrower.button('Withdraw …').click()
  await borrower.button('Withdraw').click()
  await borrower.page.locator('h1 + *').getByText('withdrawn').waitFor()
  expect(world.browser.faults).toEqual([])
})
