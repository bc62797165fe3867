import type { Agreement, AgreementVersion, Role } from '@vadium/client'
import { fireEvent, screen, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedService } from './harness/recorded-service.ts'

// Version 1 is in effect, and the borrower proposes another one to the lender, whose page it is.
const offered = recorded.operations.proposeTerms.answer as Agreement
const [inEffect, proposal] = offered.versions
if (inEffect === undefined || proposal === undefined) throw new Error('two versions are recorded')

/** Stricter terms that both sides have accepted, for a day to come. */
const agreed: AgreementVersion = {
  ...inEffect,
  version: 2,
  effective_time: '2099-01-01T00:00:00.000Z',
  in_effect_time: '2099-01-01T00:00:00.000Z',
  terms: { ...inEffect.terms, requirement_percent: '160' },
}
/** A proposal of the terms in effect, which ends the stricter ones before they apply. */
const undoing: AgreementVersion = { ...proposal, version: 3, terms: inEffect.terms }

let page: OpenedPage
afterEach(() => page.close())

async function opened(role: Role, ...versions: AgreementVersion[]) {
  const service = recordedService(role).answer('agreements.get', { ...offered, versions })
  page = await OpenedPage.open(service, `/agreements/${offered.id}`)
  await screen.findByRole('heading', { name: 'Versions' })
  return service
}

const proposed = () => screen.findByRole('region', { name: 'Proposed version' })
/** The terms in a table, each with its values. */
const termsIn = (part: HTMLElement) =>
  [...part.querySelectorAll('tbody tr')].map((row) => [
    row.querySelector('strong')?.textContent,
    ...[...row.querySelectorAll('td')].slice(1).map((cell) => cell.textContent),
  ])
const differences = (part: HTMLElement, version: number) =>
  termsIn(within(part).getByRole('region', { name: `What differs from version ${version}` }))
const threshold = async () =>
  within(await screen.findByRole('form', { name: 'Terms' })).getByLabelText<HTMLInputElement>(
    'Threshold, USD',
  )
const review = async () => {
  fireEvent.submit(screen.getByRole('form', { name: 'Terms' }))
  return screen.findByRole('dialog')
}

describe('a proposal after terms that are agreed for later', () => {
  it('is compared with those that it replaces, and with those in effect', async () => {
    await opened('admin', inEffect, agreed, undoing)
    const part = await proposed()
    expect(part.textContent).toMatch(/Version 3 replaces version 2, agreed from .*2099/)
    expect(differences(part, 2)).toEqual([['Requirement, %', '160', '150 changed']])
    expect(part.textContent).toContain('Version 1 is in effect now.')
    expect(part.textContent).toContain('No term differs from version 1.')
    const compared = screen.getByRole('region', { name: 'Terms' })
    expect(within(compared).getByRole('columnheader', { name: 'Version 2' })).toBeDefined()
  })

  it('begins with them for a side, and is compared with them before it is sent', async () => {
    await opened('admin', inEffect, agreed)
    fireEvent.input(await threshold(), { target: { value: '50000' } })
    const dialog = await review()
    expect(differences(dialog, 2)).toEqual([['Threshold, USD', '0', '50000 changed']])
    expect(differences(dialog, 1)).toEqual([
      ['Requirement, %', '150', '160 changed'],
      ['Threshold, USD', '0', '50000 changed'],
    ])
  })
})

describe('another version of the operator', () => {
  it('begins with the agreed terms, not with what a side proposes or has withdrawn', async () => {
    for (const state of ['PROPOSED', 'EXPIRED'] as const) {
      const service = await opened('operator', inEffect, { ...proposal, state })
      expect((await threshold()).value).toBe('0')
      fireEvent.input(await threshold(), { target: { value: '123' } })
      const dialog = await review()
      expect(differences(dialog, 1)).toEqual([['Threshold, USD', '0', '123 changed']])
      const sent = () => service.requests.filter(({ method }) => method === 'agreements.amend')
      expect(sent()).toEqual([])
      fireEvent.click(within(dialog).getByRole('button', { name: 'Propose version 3' }))
      await screen.findByText('It awaits the acceptance of both sides.')
      expect(sent()).toMatchObject([{ body: { terms: { threshold_usd: '123' } } }])
      await page.close()
    }
  })

  it('begins with the last terms of the operator where none are agreed', async () => {
    const ended = { ...inEffect, state: 'EXPIRED', in_effect_time: null }
    await opened('operator', ended, proposal)
    expect((await threshold()).value).toBe('0')
  })
})

it('shows all terms of a proposal where none are agreed', async () => {
  const first = { ...proposal, version: 1, proposer_id: null, borrower_accept_time: null }
  await opened('admin', first)
  const part = await proposed()
  expect(part.textContent).toContain('No version is agreed yet: these are all terms.')
  expect(termsIn(part)).toHaveLength(Object.keys(first.terms).length)
  expect(termsIn(part)).toContainEqual(['Threshold, USD', '50000'])
})
