import type { Calendar, MarkToMarketRequest } from '@vadium/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedService } from './harness/recorded-service.ts'

const calendar = recorded.operations.setCalendar.answer as Calendar
const call = recorded.operations.getMarkToMarketRequest.answer as MarkToMarketRequest

let page: OpenedPage
afterEach(() => page.close())

describe('the calendars of an installation', () => {
  it('are shown to the operator, and set from the newest version', async () => {
    const service = recordedService('operator')
    page = await OpenedPage.open(service, '/operator/calendars')
    const table = within(await screen.findByRole('region', { name: 'Calendars' }))
    const [row] = table.getAllByRole('row').slice(1)
    expect(row?.textContent).toContain(`${calendar.id}${calendar.name}1Sat, Sun2`)
    fireEvent.click(screen.getByText('Set a calendar'))
    const form = within(screen.getByRole('form', { name: 'A calendar' }))
    const enter = (name: string | RegExp, value: string) => {
      fireEvent.input(form.getByLabelText(name), { target: { value } })
    }
    enter('Id', calendar.id)
    fireEvent.click(await form.findByRole('button', { name: 'Begin with it' }))
    const holidays = await form.findByDisplayValue<HTMLTextAreaElement>(
      /2026-12-28 Boxing Day \(substitute day\)/,
    )
    enter(/Holidays, one a line/, `${holidays.value}\n2027-01-01\n`)
    enter('Last day', '2027-12-31')
    fireEvent.submit(screen.getByRole('form', { name: 'A calendar' }))
    await screen.findByText(/^Version 1 of london was set\./)
    const [sent] = service.requests.filter(({ method }) => method === 'calendars.set')
    expect(sent?.body).toEqual({
      id: 'london',
      name: calendar.name,
      weekend: [6, 7],
      holidays: [
        ...calendar.holidays.map(({ date, name }) => ({ date, name })),
        { date: '2027-01-01' },
      ],
      last_day: '2027-12-31',
      new_version: 2,
    })
  })
})

it('the weekend that is sent is the one that is shown', async () => {
  const service = recordedService('operator')
  service.answer('calendars.list', { calendars: [{ ...calendar, weekend: [4, 5] }] })
  page = await OpenedPage.open(service, '/operator/calendars')
  fireEvent.click(await screen.findByText('Set a calendar'))
  const form = within(screen.getByRole('form', { name: 'A calendar' }))
  const shown = () =>
    within(form.getByRole('group', { name: 'Weekend' }))
      .getAllByRole<HTMLInputElement>('checkbox')
      .flatMap(({ checked, labels }) => (checked ? labels?.[0]?.textContent.trim() : []))
  expect(shown()).toEqual(['Sat', 'Sun'])
  fireEvent.input(form.getByLabelText('Id'), { target: { value: calendar.id } })
  fireEvent.click(await form.findByRole('button', { name: 'Begin with it' }))
  await waitFor(() => {
    expect(shown()).toEqual(['Thu', 'Fri'])
  })
  fireEvent.input(form.getByLabelText('Last day'), { target: { value: '2027-12-31' } })
  fireEvent.click(form.getByLabelText('Wed'))
  fireEvent.click(form.getByLabelText('Fri'))
  fireEvent.submit(screen.getByRole('form', { name: 'A calendar' }))
  await screen.findByText(/was set\./)
  const [sent] = service.requests.filter(({ method }) => method === 'calendars.set')
  expect(sent?.body).toMatchObject({ weekend: [3, 4] })
})

describe('a call under terms with times of the day', () => {
  it('says until when it can be answered, and why', async () => {
    const service = recordedService('viewer')
    service.answer('markToMarketRequests.get', {
      ...call,
      expire_time: '2026-11-30T17:00:00.000Z',
      answer_day: {
        day: '2026-11-30',
        response_time: '17:00',
        time_zone: 'Europe/London',
        notification_time: '13:00',
        reason: 'after_notification_time',
        reason_day: '2026-11-27',
      },
    })
    page = await OpenedPage.open(service, `/calls/${call.id}`)
    await screen.findByText(
      'Until Mon 30 Nov 17:00 London (17:00 UTC), because it was created after 13:00 on Fri 27 Nov',
    )
  })
})
