import { lostConnection } from '@vadium/client/testing'
import type { Agreement, ApprovalPolicy } from '@vadium/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OpenedPage } from './harness/opened-page.tsx'
import { idIn, recordedAgreement, recordedService } from './harness/recorded-service.ts'

const amend = 'agreements.amend'

let service: ReturnType<typeof recordedService>
let page: OpenedPage
beforeEach(() => {
  // Only what the page itself asks of time: what is between it and the service waits for real.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  service = recordedService('operator')
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
})

const sent = () => service.requests.filter(({ method }) => method === amend)
const form = () => within(screen.getByRole('form', { name: 'Terms' }))
const threshold = () => form().getByLabelText<HTMLInputElement>('Threshold, USD')
const review = () => {
  fireEvent.submit(screen.getByRole('form', { name: 'Terms' }))
}
const propose = async () => {
  review()
  fireEvent.click(await screen.findByRole('button', { name: /^Propose version/ }))
}

/** The agreement with another version, with another threshold. */
const amended = (): Agreement => {
  const { versions } = recordedAgreement
  const next = versions.at(-1)
  if (next === undefined) throw new Error('there is no version')
  const terms = { ...next.terms, threshold_usd: '777' }
  return {
    ...recordedAgreement,
    versions: [
      ...versions.map((version) => ({ ...version, state: 'EXPIRED' as const })),
      { ...next, version: next.version + 1, terms },
    ],
  }
}

/** What the service takes for an answer: without it, the page would only be rendered again. */
const answeredWithinMs = 15

/** Lets time pass, and the page be looked at again, until something is so. */
const passUntil = (isSo: () => void) =>
  vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(2_500)
      fireEvent(window, new Event('visibilitychange'))
      isSo()
    },
    { timeout: 20_000, interval: answeredWithinMs },
  )

describe('a version of an agreement', () => {
  beforeEach(async () => {
    page = await OpenedPage.open(service, `/agreements/${idIn('getAgreement')}`)
    await screen.findByRole('form', { name: 'Terms' })
    fireEvent.input(threshold(), { target: { value: '123' } })
  })

  it('is asked for under one key although a poll shows it before its answer', async () => {
    service.answer(amend, lostConnection())
    await propose()
    await passUntil(() => screen.getByText('The outcome is unknown.'))
    service.answer('agreements.get', amended())
    await passUntil(() => screen.getByText(`Version ${amended().versions.length} is proposed`))
    service.answer(amend, amended())
    await passUntil(() => screen.getByText('It awaits the acceptance of both sides.'))
    expect(new Set(sent().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    fireEvent.click(await screen.findByRole('button', { name: /^Begin from version/ }))
    await waitFor(() => expect(threshold().value).toBe('777'))
    expect(screen.queryByText('It awaits the acceptance of both sides.')).toBeNull()
  })

  it('leaves what is typed if another operator made it, and keeps that from being sent', async () => {
    service.answer('agreements.get', amended())
    const begin = `Begin from version ${amended().versions.length}`
    await passUntil(() => screen.getByText(begin))
    expect(threshold().value).toBe('123')
    review()
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByText(begin))
    await waitFor(() => expect(threshold().value).toBe('777'))
    service.answer(amend, amended())
    await propose()
    await passUntil(() => screen.getByText('It awaits the acceptance of both sides.'))
  })

  it('keeps what began with an older one from being sent once another is agreed', async () => {
    const versions = recordedAgreement.versions.map((version) => ({
      ...version,
      state: version.version === 1 ? 'ACCEPTED' : version.state,
    }))
    service.answer('agreements.get', { ...recordedAgreement, versions })
    await passUntil(() => screen.getByText(/^Version 1 has been agreed meanwhile/))
    review()
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByText('Begin from version 1'))
    await waitFor(() => expect(threshold().value).not.toBe('123'))
    review()
    await screen.findByRole('dialog')
  })
})

it('leaves the rules that are typed when another policy is set, and keeps them from being sent', async () => {
  const policy = (version: number): ApprovalPolicy => ({
    ...service.sample('approvalPolicies.get'),
    version,
    rules: [],
  })
  service = recordedService('admin').answer('approvalPolicies.get', policy(3))
  page = await OpenedPage.open(service, '/approvals/policy')
  fireEvent.click(screen.getByRole('button', { name: 'Add a rule' }))
  const above = () => screen.queryByLabelText<HTMLInputElement>('Above, USD')
  fireEvent.input(await screen.findByLabelText('Above, USD'), { target: { value: '500' } })
  service.answer('approvalPolicies.get', policy(4))
  await passUntil(() => screen.getByRole('button', { name: 'Begin from version 4' }))
  expect(above()?.value).toBe('500')
  expect(screen.getByRole('button', { name: /^Set \d+ rule/ }).hasAttribute('disabled')).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Begin from version 4' }))
  await waitFor(() => expect(above()).toBeNull())
})
