import type { TransferWithSteps } from '@vadium/client'
import { screen, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import { wayOf } from '../../src/screens/transfers/transfer-way.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { callerIn, recordedService } from './harness/recorded-service.ts'

type State = TransferWithSteps['provider_lifecycle']['state']

const day = '2026-01-05'
/** States with the seconds after noon at which they were reached. */
const reached = (times: Partial<Record<State, number>>) =>
  Object.entries(times).map(([state, seconds]) => ({
    state,
    time: `${day}T12:00:${String(seconds).padStart(2, '0')}.000Z`,
    provider_request_state: null,
  }))
const transfer = recordedService('viewer').sample('transfers.get')
const inState = (state: State, times: Partial<Record<State, number>>) => ({
  ...transfer,
  create_time: `${day}T12:00:00.000Z`,
  steps: reached(times),
  provider_lifecycle: { ...transfer.provider_lifecycle, state, label: 'What it says' },
})

const wayIn = (...asked: Parameters<typeof inState>) =>
  wayOf(inState(...asked)).map(({ name, progress, at }) =>
    [name, progress, at?.slice(17, 19)].filter(Boolean).join(' '),
  )

describe('the way of a transfer', () => {
  it('has each step with when it was taken, and those ahead without a time', () => {
    const times = { pending_submission: 0, pending_provider_approval: 2, broadcasting: 40 }
    expect(wayIn('broadcasting', times)).toEqual([
      'Instructed done 02',
      'Approved done 40',
      'Signed passed',
      'Broadcast current',
      'Confirmed ahead',
    ])
  })

  it('is done in all steps once the transfer has completed', () => {
    const times = { pending_submission: 0, broadcasting: 10, confirming: 20, completed: 50 }
    expect(wayIn('completed', times)).toEqual([
      'Instructed done 10',
      'Approved passed',
      'Signed passed',
      'Broadcast done 20',
      'Confirmed done 50',
    ])
  })

  it('ends at the step that failed, and claims nothing where no end was recorded', () => {
    const times = { pending_submission: 0, pending_provider_approval: 2, rejected: 30 }
    expect(wayIn('rejected', times)).toEqual([
      'Instructed done 02',
      'Approved failed 30',
      'Signed ahead',
      'Broadcast ahead',
      'Confirmed ahead',
    ])
    const unknown = wayIn('failed', { pending_submission: 0 })
    expect(unknown.every((step) => step.endsWith(' unknown'))).toBe(true)
  })
})

describe('the page of a transfer', () => {
  let page: OpenedPage
  afterEach(() => page.close())

  async function open(shown: TransferWithSteps) {
    // Ages are counted from the time of the book, whatever the time of this machine.
    const caller = { ...callerIn('viewer'), book_time: `${day}T13:00:00.000Z` }
    const service = recordedService('viewer')
      .answer('transfers.get', shown)
      .answer('credentials.current', caller)
    page = await OpenedPage.open(service, `/transfers/${shown.id}`)
    return within(await screen.findByRole('region', { name: 'The path of the transfer' }))
  }

  it('says who takes the present step, and that it takes longer than usual', async () => {
    const shown = inState('broadcasting', { pending_submission: 0, broadcasting: 2 })
    const path = await open({ ...shown, usual_seconds: 95 })
    expect(path.getAllByRole('listitem')[0]?.textContent).toBe('Instructed12:00:02')
    const said =
      /The next step is taken by .+ takes 59 min 58 s so far, longer than the usual 1 min 35 s\.$/
    await path.findByText((_text, element) =>
      said.test(element?.tagName === 'P' ? element.textContent : ''),
    )
  })

  it('says at which step it failed, and what the custodian says of it', async () => {
    const shown = inState('failed', { pending_submission: 0, broadcasting: 2, failed: 9 })
    const { provider_lifecycle: provider } = shown
    const path = await open({
      ...shown,
      provider_lifecycle: { ...provider, provider_request_state: 'INSUFFICIENT_GAS' },
    })
    expect(path.getAllByRole('listitem')[3]?.textContent).toBe('Broadcast12:00:09 failed')
    path.getByText('INSUFFICIENT_GAS')
    expect(screen.queryByText(/The next step/)).toBeNull()
  })
})
