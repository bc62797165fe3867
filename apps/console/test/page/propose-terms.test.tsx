import type { Agreement } from '@vadium/client'
import { refusal } from '@vadium/client/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedApproval, recordedService } from './harness/recorded-service.ts'

// The borrower proposes version 2 to the lender, whose page it is.
const recordedOffer = recorded.operations.proposeTerms.answer as Agreement
const [inEffect, recordedProposal] = recordedOffer.versions
if (inEffect === undefined || recordedProposal === undefined) {
  throw new Error('two versions are recorded')
}
const agreed: Agreement = { ...recordedOffer, versions: [inEffect] }
const proposal = { ...recordedProposal, expire_time: '2999-01-01T00:00:00.000Z' }
const offered: Agreement = { ...recordedOffer, versions: [inEffect, proposal] }
/** The lender has proposed it. */
const own = {
  ...proposal,
  proposer_id: offered.lender_id,
  lender_accept_time: proposal.borrower_accept_time,
  borrower_accept_time: null,
}

let page: OpenedPage
afterEach(() => page.close())

async function opened(agreement: Agreement, role: 'admin' | 'viewer' = 'admin') {
  const service = recordedService(role).answer('agreements.get', agreement)
  page = await OpenedPage.open(service, `/agreements/${agreement.id}`)
  const bodies = (method: string) =>
    service.requests.filter((request) => request.method === method).map(({ body }) => body)
  return { service, bodies }
}

/** The page of an approval of a request about the terms. */
async function openedApproval(operation: string, action: string, body: object) {
  const service = recordedService('admin')
  service.answer('agreements.get', offered)
  const path = `/v1/agreements/${offered.id}:${action}`
  const request = { method: 'POST', path, body: JSON.stringify(body) }
  service.answer('approvals.get', { ...recordedApproval, operation, resolved: null, request })
  page = await OpenedPage.open(service, `/approvals/${recordedApproval.id}`)
  const meaning = await screen.findByRole('region', { name: 'What it means' })
  await within(meaning).findByRole('table')
  return meaning
}

const press = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }))
}
/** The rows of the terms in a part of the page. */
const rowsIn = (part: HTMLElement) => within(part).getAllByRole('row').slice(1)
const changesIn = (part: HTMLElement) =>
  rowsIn(part).map((row) =>
    [...row.querySelectorAll('td > strong, td:not(:first-child)')].map(
      ({ textContent }) => textContent,
    ),
  )

describe('an admin', () => {
  it('proposes terms that begin with those in effect, and sees before it what changes', async () => {
    const { service, bodies } = await opened(agreed)
    const form = within(await screen.findByRole('form', { name: 'Terms' }))
    const field = (name: string) => form.getByLabelText<HTMLInputElement>(name)
    expect(field('Threshold, USD').value).toBe(inEffect.terms.threshold_usd)
    fireEvent.input(field('Threshold, USD'), { target: { value: '50000' } })
    fireEvent.input(field('Lot of a release'), { target: { value: '' } })
    fireEvent.input(field('Requirement, %'), { target: { value: '150.0' } })
    fireEvent.change(field('Trigger of a top-up'), { target: { value: 'margin_call' } })
    fireEvent.input(field('Release level, %'), { target: { value: '180' } })
    fireEvent.submit(screen.getByRole('form', { name: 'Terms' }))
    const dialog = await screen.findByRole('dialog', {
      name: 'Propose version 2 to Kestrel Market Making?',
    })
    expect(changesIn(dialog)).toEqual([
      ['Trigger of a top-up', 'the minimum', 'the margin call level changed'],
      ['Release level, %', 'none', '180 changed'],
      ['Threshold, USD', '0', '50000 changed'],
      ['Lot of a release', '0.01', 'none changed'],
    ])
    expect(bodies('agreements.propose')).toEqual([])
    service.answer('agreements.propose', offered)
    await press('Propose version 2')
    await screen.findByText('It awaits the acceptance of Kestrel Market Making.')
    const levels = { top_up_when: 'margin_call', release_percent: '180' }
    const terms = { ...inEffect.terms, ...levels, threshold_usd: '50000', lot_release: null }
    expect(bodies('agreements.propose')).toEqual([
      { version: 2, terms: { ...terms, requirement_percent: '150.0' } },
    ])
  })

  it('reads of a term what the service refuses of it, in the words of the form', async () => {
    const { service } = await opened(agreed)
    const details = [
      {
        field: 'terms.liquidation_percent',
        issue: 'must be below margin_call_percent, under close_out_scope to_requirement',
      },
    ]
    service.script('agreements.propose', refusal('VALUE_INVALID', { details }))
    fireEvent.submit(await screen.findByRole('form', { name: 'Terms' }))
    await press('Propose version 2')
    await screen.findByText(
      'must be below “Margin call level”, under “A close-out ends” “what restores the requirement”',
    )
  })

  it('says of an empty field what it means, and of the levels under a close-out in part', async () => {
    await opened(agreed)
    const form = await screen.findByRole('form', { name: 'Terms' })
    expect(form.textContent).toContain('Empty if the agreement has a haircut.')
    expect(form.textContent).not.toContain('Null')
    expect(form.textContent).toContain(
      'a liquidation level that is a cause of default must be below the requirement',
    )
  })

  it('reads times of seconds in hours and days as well', async () => {
    await opened(agreed)
    const table = await screen.findByRole('region', { name: 'Terms' })
    const row = within(table).getByText('Grace of a notice, seconds').closest('tr')
    expect(row?.textContent).toContain('86400 = 1 d')
  })

  it('names the versions of the calendars that it has seen', async () => {
    const { service, bodies } = await opened(agreed)
    const form = within(await screen.findByRole('form', { name: 'Terms' }))
    fireEvent.click(await form.findByLabelText('london'))
    fireEvent.submit(screen.getByRole('form', { name: 'Terms' }))
    await screen.findByRole('dialog')
    service.answer('agreements.propose', offered)
    await press('Propose version 2')
    await screen.findByText('It awaits the acceptance of Kestrel Market Making.')
    expect(bodies('agreements.propose')).toEqual([
      {
        version: 2,
        terms: { ...inEffect.terms, calendars: ['london'] },
        calendar_versions: [{ id: 'london', version: 1 }],
      },
    ])
  })

  it('proposes what may be substituted, asset by asset', async () => {
    const { service, bodies } = await opened(agreed)
    await screen.findByRole('form', { name: 'Terms' })
    await press('Add an asset')
    await press('Add an asset')
    const typed = { Asset: 'ETH', 'Requirement, %': '160', 'Margin call level, %': '140' }
    const asset = within(screen.getByRole('group', { name: 'Eligible asset 2' }))
    for (const [name, value] of Object.entries({ ...typed, 'Liquidation level, %': '120' })) {
      fireEvent.input(asset.getByLabelText(name), { target: { value } })
    }
    await press('Remove asset 1')
    fireEvent.submit(screen.getByRole('form', { name: 'Terms' }))
    const dialog = await screen.findByRole('dialog')
    const written = 'ETH (requirement 160 %, margin call 140 %, liquidation 120 %)'
    expect(changesIn(dialog)).toEqual([['Eligible collateral', 'none', `${written} changed`]])
    service.answer('agreements.propose', offered)
    await press('Propose version 2')
    await screen.findByText('It awaits the acceptance of Kestrel Market Making.')
    const levels = { margin_call_percent: '140', liquidation_percent: '120' }
    const eth = { asset: 'ETH', requirement_percent: '160', haircut: null, ...levels }
    expect(bodies('agreements.propose')).toEqual([
      { version: 2, terms: { ...inEffect.terms, eligible_collateral: [eth] } },
    ])
  })

  it('sees what the counterparty proposes to change, accepts it, and cannot withdraw it', async () => {
    const { bodies } = await opened(offered)
    const part = await screen.findByRole('region', { name: 'Proposed version' })
    expect(part.textContent).toContain('Version 2 is proposed by Kestrel Market Making')
    expect(rowsIn(part)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
    await press('Accept version 2 for your side …')
    await press('Accept version 2 for your side')
    await screen.findByText('You have accepted version 2.')
    expect(bodies('agreements.accept')).toEqual([{ version: 2 }])
  })

  it('withdraws what the own side has proposed, and cannot accept it once more', async () => {
    const { bodies } = await opened({ ...offered, versions: [inEffect, own] })
    await screen.findByText('Version 2 is proposed by you')
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
    await press('Withdraw version 2 …')
    await press('Withdraw version 2')
    await screen.findByText('You have withdrawn version 2.')
    expect(bodies('agreements.withdraw')).toEqual([{ version: 2 }])
  })

  it.each([
    ['the counterparty', proposal],
    ['the own side', own],
    ['the operator', { ...proposal, proposer_id: null, borrower_accept_time: null }],
  ])('is offered no answer to a proposal of %s whose time is over', async (_by, late) => {
    const expire_time = '2026-01-05T00:00:00.000Z'
    await opened({ ...offered, versions: [inEffect, { ...late, expire_time }] })
    const part = await screen.findByRole('region', { name: 'Proposed version' })
    expect(part.textContent).toContain('Nobody can accept it any more')
    expect(within(part).queryByRole('button')).toBeNull()
    expect(screen.queryByText(/awaits acceptance/)).toBeNull()
  })

  it('cannot propose while a proposal of the operator awaits acceptance, and reads why', async () => {
    const ofOperator = { ...proposal, proposer_id: null, borrower_accept_time: null }
    await opened({ ...offered, versions: [inEffect, ofOperator] })
    await screen.findByText(/^Version 2 of the operator awaits acceptance/)
    const review = screen.getByRole('button', { name: 'Review …' })
    await waitFor(() => expect(review.hasAttribute('disabled')).toBe(true))
  })
})

describe('an approver of a request', () => {
  it('sees each term that a proposal changes before and after, from when, and no other', async () => {
    const effective_time = '2031-05-06T07:00:00.000Z'
    // What a request leaves out has its default, which is in effect.
    const { top_up_when: _when, release_percent: _level, ...given } = inEffect.terms
    const terms = { ...given, threshold_usd: '50000', lot_release: null }
    for (const [operation, action, version] of [
      ['proposeTerms', 'propose', { version: 2 }],
      ['amendAgreement', 'amend', {}],
    ] as const) {
      const meaning = await openedApproval(operation, action, { ...version, terms, effective_time })
      expect(changesIn(meaning)).toEqual([
        ['Threshold, USD', '0', '50000 changed'],
        ['Lot of a release', '0.01', 'none changed'],
      ])
      expect(meaning.textContent).toMatch(/at the earliest on .*2031/)
      expect(screen.getByText(/^The signed request: /).closest('details')?.open).toBe(false)
      await page.close()
    }
  })

  it('sees what the acceptance of a version changes against the version in effect', async () => {
    const meaning = await openedApproval('acceptAgreement', 'accept', { version: 2 })
    expect(changesIn(meaning)).toEqual([['Threshold, USD', '0', '50000 changed']])
  })
})

it('offers a viewer neither a proposal nor an answer', async () => {
  await opened(offered, 'viewer')
  await screen.findByRole('region', { name: 'Proposed version' })
  expect(screen.queryByText('Propose terms')).toBeNull()
  expect(screen.queryByRole('button', { name: /^(?:Accept|Withdraw)/ })).toBeNull()
})

describe('the list of agreements', () => {
  const late = { ...proposal, expire_time: '2026-01-05T00:00:00.000Z' }
  it.each([
    ['the reader', proposal, 'version 2 to accept'],
    ['the counterparty', own, 'version 2 awaits Kestrel Market Making'],
    ['nobody any more', late, 'version 2 was not accepted in time'],
  ])('says that it is the turn of %s', async (_whose, version, text) => {
    const agreement = { ...offered, versions: [inEffect, version] }
    const service = recordedService('admin').answer('agreements.list', { agreements: [agreement] })
    page = await OpenedPage.open(service, '/counterparties')
    const table = await screen.findByRole('region', { name: 'Agreements' })
    const row = (await within(table).findByText('Terms and versions')).closest('tr')
    expect(row?.textContent).toContain(text)
    expect(table.textContent.match(/version 2/g)).toHaveLength(1)
  })
})
