import {
  amendAgreement,
  type AnswerDay,
  answerSentence,
  createCallSet,
  createAgreement,
  getAgreement,
  listAgreements,
  listCalendars,
  listNotifications,
  previewCallSet,
  setCalendar,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../harness/book.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { agreedTerms } from '../../harness/agreed-terms.ts'
import { World } from '../../harness/world/world.ts'

const world = new World({ short: 22 })
const { book, lender, borrower, stranger, lenderKey, borrowerKey } = world
const platform = book.party('platform')
const operator = platform.credential('operator')
const platformViewer = platform.credential('viewer')
const lenderAdmin = lender.credential('admin')
const reporting = borrower.credential('reporting')

beforeAll(async () => {
  await world.start()
  await succeed(world.service, setCalendar, { key: operator, body: london })
  await succeed(world.service, setCalendar, { key: operator, body: newYork })
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const london = {
  id: 'london',
  name: 'London bank holidays',
  holidays: [
    { date: '2026-12-28', name: 'Boxing Day (substitute day)' },
    { date: '2026-12-25', name: 'Christmas Day' },
    { date: '2026-08-31' },
  ],
  last_day: '2027-12-31',
}
const newYork = {
  id: 'new-york',
  name: 'Federal Reserve',
  weekend: [7, 6],
  holidays: [{ date: '2026-11-26', name: 'Thanksgiving' }],
  last_day: '2027-12-31',
}
const times = {
  time_zone: 'Europe/London',
  notification_time: '13:00',
  response_time: '17:00',
}

describe('setCalendar and listCalendars', () => {
  it('return 200 with the newest version of each, to every role', async () => {
    const { calendars } = await succeed(world.service, listCalendars, { key: reporting })
    expect(calendars).toEqual([
      {
        id: 'london',
        name: 'London bank holidays',
        weekend: [6, 7],
        holidays: [
          { date: '2026-08-31', name: null },
          { date: '2026-12-25', name: 'Christmas Day' },
          { date: '2026-12-28', name: 'Boxing Day (substitute day)' },
        ],
        last_day: '2027-12-31',
        version: 1,
        newest: true,
        create_time: '2026-03-02T12:00:00.000Z',
        apply_time: '2026-03-09T12:00:00.000Z',
      },
      expect.objectContaining({ id: 'new-york', weekend: [6, 7], version: 1 }),
    ])
  })

  it('keep every version, and page through them', async () => {
    const body = { ...newYork, id: 'versions' }
    for (const version of [1, 2, 3]) {
      const named = { ...body, name: `Version ${version}`, new_version: version }
      const set = await succeed(world.service, setCalendar, { key: operator, body: named })
      expect(set).toMatchObject({ version, newest: true })
    }
    const query = { id: 'versions', page_size: 2 }
    const first = await succeed(world.service, listCalendars, { key: lenderKey, query })
    const token = first.next_page_token ?? ''
    const rest = await succeed(world.service, listCalendars, {
      key: lenderKey,
      query: { ...query, page_token: token },
    })
    expect([...first.calendars, ...rest.calendars]).toMatchObject([
      { name: 'Version 1', version: 1, newest: false },
      { name: 'Version 2', version: 2, newest: false },
      { name: 'Version 3', version: 3, newest: true },
    ])
    const call = callOf(setCalendar, { key: operator, body: { ...body, new_version: 3 } })
    expect((await refused(world.service, 422, call)).body.error.details).toMatchObject([
      { field: 'new_version' },
    ])
  })

  it('number versions that are set at once one after the other', async () => {
    const body = { ...newYork, id: 'at-once' }
    const all = await Promise.all(
      Array.from({ length: 4 }, () => succeed(world.service, setCalendar, { key: operator, body })),
    )
    expect(all.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4])
  })

  it('take 2,000 holidays in one request', async () => {
    const holidays = Array.from({ length: 2000 }, (_, i) => ({
      date: new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10),
    }))
    const body = { id: 'never', name: 'Never', holidays, last_day: '2040-12-31' }
    const set = await succeed(world.service, setCalendar, { key: operator, body })
    expect(set.holidays).toHaveLength(2000)
  })

  it.each([
    ['holidays.0.date', { holidays: [{ date: '2026-02-30' }] }],
    ['holidays.1.date', { holidays: [{ date: '2026-02-03' }, { date: '2026-02-03' }] }],
    ['holidays.0.date', { holidays: [{ date: '2028-01-01' }] }],
    ['last_day', { last_day: '2027-02-29' }],
  ])('return 422 naming %s for %j', async (field, changes) => {
    const call = callOf(setCalendar, { key: operator, body: { ...london, ...changes } })
    const { body } = await refused(world.service, 422, call)
    expect(body.error.details).toMatchObject([{ field }])
  })

  it('return 403 to a side that sets one', async () => {
    await refused(world.service, 403, callOf(setCalendar, { key: lenderAdmin, body: london }))
  })
})

describe('terms with calendars', () => {
  const proposed = { ...agreedTerms, ...times, calendars: ['london', 'new-york'] }
  const agreement = (terms: object, { from = lender, to = stranger } = {}) => ({
    key: operator,
    body: { lender_id: from.id, borrower_id: to.id, terms },
  })

  it('pin the newest versions of their calendars, which both sides see', async () => {
    const { id, versions } = await succeed(world.service, createAgreement, agreement(proposed))
    expect(versions).toMatchObject([
      {
        terms: { ...times, calendars: ['london', 'new-york'] },
        calendar_versions: [
          { id: 'london', version: 1 },
          { id: 'new-york', version: 1 },
        ],
      },
    ])
    const params = { agreement_id: id }
    const read = await succeed(world.service, getAgreement, { key: lenderAdmin, params })
    expect(read.versions).toEqual(versions)
  })

  it.each([
    ['terms.calendars.1', { ...times, calendars: ['london', 'atlantis'] }],
    ['terms.time_zone', { ...times, time_zone: 'Europe/Atlantis' }],
    ['terms.time_zone', { ...times, time_zone: null }],
    ['terms.notification_time', { ...times, notification_time: null }],
    ['terms.response_time', { ...times, response_time: null }],
    ['terms.response_time', { ...times, response_time: '13:00' }],
    ['terms.notification_time', { ...times, notification_time: '24:00' }, 400],
    ['terms.calendars', { calendars: ['a', 'b', 'c', 'd', 'e'] }, 400],
  ])('are refused naming %s for %j', async (field, changes, status = 422) => {
    const given = callOf(createAgreement, agreement({ ...agreedTerms, ...changes }))
    const { body } = await refused(world.service, status, given)
    expect(body.error.details).toMatchObject([{ field }])
  })

  it('pin a version that is uploaded at once, or their sides are notified of it', async () => {
    const { service } = world
    const { id } = await succeed(service, createAgreement, agreement(proposed, { from: borrower }))
    const params = { agreement_id: id }
    for (let round = 0; round < 4; round += 1) {
      const { id: calendar } = await succeed(service, setCalendar, {
        key: operator,
        body: { ...newYork, id: `race-${round}` },
      })
      const [{ versions }, { version }] = await Promise.all([
        succeed(service, amendAgreement, {
          key: operator,
          params,
          body: { terms: { ...agreedTerms, calendars: [calendar] } },
        }),
        succeed(service, setCalendar, { key: operator, body: { ...newYork, id: calendar } }),
      ])
      const { rows } = await service.database.query(
        'SELECT $1 = ANY (notified) AS included FROM calendar_versions WHERE calendar_id = $2 AND version = $3',
        [borrower.id, calendar, version],
      )
      const pinned = versions.at(-1)?.calendar_versions[0]?.version
      expect([pinned, rows]).toEqual([pinned, [{ included: pinned === 1 }]])
    }
  })

  it('have no calendar and no times where a member is left out', async () => {
    const { calendars, time_zone, notification_time, response_time, ...rest } = agreedTerms
    const { versions } = await succeed(
      world.service,
      createAgreement,
      agreement(rest, { from: stranger, to: lender }),
    )
    expect(versions[0]?.terms).toMatchObject({
      calendars,
      time_zone,
      notification_time,
      response_time,
    })
  })
})

/** The newest terms, which apply to a deal from now on. */
let version = 1
async function amended(deal: Pick<Deal, 'positionId'>, changes: object): Promise<void> {
  version += 1
  await world.newerTerms(version, { cure_time_seconds: 14_400, ...times, ...changes })
  const amend = { kind: 'amend', terms_version: version }
  const { id } = await world.requests.ask(deal.positionId, amend)
  await world.requests.do('accept', id)
}

const ofLondon = { calendars: ['london'], calendar_versions: [1] }
const ofBoth = { calendars: ['london', 'new-york'], calendar_versions: [1, 1] }

/** Earliest first: the clock of a test never goes back. */
const workedTable: readonly (readonly [
  what: string,
  terms: object,
  created: string,
  expires: string,
  sentence: string,
])[] = [
  [
    'summer time',
    ofLondon,
    '2026-07-10T12:00:00.000Z',
    '2026-07-10T16:00:00.000Z',
    'Until Fri 10 Jul 17:00 London (16:00 UTC)',
  ],
  [
    'the weekend on which it ends',
    ofLondon,
    '2026-10-23T13:00:00.000Z',
    '2026-10-26T17:00:00.000Z',
    'Until Mon 26 Oct 17:00 London (17:00 UTC), because it was created after 13:00 on Fri 23 Oct',
  ],
  [
    'London and New York, before Thanksgiving',
    ofBoth,
    '2026-11-25T15:00:00.000Z',
    '2026-11-27T17:00:00.000Z',
    'Until Fri 27 Nov 17:00 London (17:00 UTC), because it was created after 13:00 on Wed 25 Nov',
  ],
  [
    'a cure time of 24 hours',
    { ...ofLondon, cure_time_seconds: 86_400 },
    '2026-11-27T12:59:00.000Z',
    '2026-11-30T17:00:00.000Z',
    'Until Mon 30 Nov 17:00 London (17:00 UTC), because its cure time ends after 17:00 on Fri 27 Nov',
  ],
  [
    'Friday, at the cut-off',
    ofLondon,
    '2026-11-27T13:00:00.000Z',
    '2026-11-27T17:00:00.000Z',
    'Until Fri 27 Nov 17:00 London (17:00 UTC)',
  ],
  [
    'Friday, a millisecond later',
    ofLondon,
    '2026-11-27T13:00:00.001Z',
    '2026-11-30T17:00:00.000Z',
    'Until Mon 30 Nov 17:00 London (17:00 UTC), because it was created after 13:00 on Fri 27 Nov',
  ],
  [
    'Friday night',
    ofLondon,
    '2026-11-27T23:00:00.000Z',
    '2026-11-30T17:00:00.000Z',
    'Until Mon 30 Nov 17:00 London (17:00 UTC), because it was created after 13:00 on Fri 27 Nov',
  ],
  [
    'Saturday in Tokyo',
    { ...ofLondon, time_zone: 'Asia/Tokyo' },
    '2026-11-27T23:30:00.000Z',
    '2026-11-30T08:00:00.000Z',
    'Until Mon 30 Nov 17:00 Tokyo (08:00 UTC), because it was created on Sat 28 Nov, which is no business day',
  ],
  [
    'without calendars',
    { calendars: [], calendar_versions: [] },
    '2026-11-27T23:40:00.000Z',
    '2026-11-28T17:00:00.000Z',
    'Until Sat 28 Nov 17:00 London (17:00 UTC), because it was created after 13:00 on Fri 27 Nov',
  ],
  [
    'before Christmas',
    ofLondon,
    '2026-12-24T14:00:00.000Z',
    '2026-12-29T17:00:00.000Z',
    'Until Tue 29 Dec 17:00 London (17:00 UTC), because it was created after 13:00 on Thu 24 Dec',
  ],
  [
    'a calendar of holidays alone',
    { calendars: ['never'], calendar_versions: [1] },
    '2026-12-24T14:10:00.000Z',
    '2026-12-25T17:00:00.000Z',
    'Until Fri 25 Dec 17:00 London (17:00 UTC), because its calendars have no business day soon enough',
  ],
]

const noDay: AnswerDay = {
  ...{ day: '', response_time: '', time_zone: '', notification_time: '' },
  ...{ reason: null, reason_day: '' },
}

describe('the time to answer', () => {
  it.each(workedTable)(
    'is as agreed for a call: %s',
    async (_, terms, created, expires, sentence) => {
      const deal = world.shortDeal()
      world.service.clock.set(new Date(Date.parse(created) - 1).toISOString())
      await amended(deal, terms)
      world.service.clock.set(created)
      const call = await world.margin.create(deal)
      expect(call).toMatchObject({ create_time: created, expire_time: expires })
      const { calendars = [], ...day } = call.answer_day ?? noDay
      expect(answerSentence(call.expire_time, day)).toBe(sentence)
      expect(terms).toMatchObject({ calendars: calendars.map(({ id }) => id) })
      const { notifications } = await succeed(world.service, listNotifications, {
        key: borrowerKey,
        query: { page_size: 1 },
      })
      const until = `Answer u${answerSentence(call.expire_time, { ...day, calendars }).slice(1)}.`
      expect(notifications[0]?.body).toContain(until)
      expect(await world.margin.get(call, borrowerKey)).toMatchObject({
        answer_day: call.answer_day,
      })
    },
  )

  it('is the same for a recall and a return, unless they name one or ask for something else', async () => {
    const created = '2027-01-08T13:00:00.001Z'
    world.service.clock.set('2027-01-08T12:00:00.000Z')
    const ask = async (body: object, key = lenderKey) => {
      const deal = world.shortDeal()
      await amended(deal, ofLondon)
      world.service.clock.set(
        new Date(Math.max(world.service.clock.now(), Date.parse(created))).toISOString(),
      )
      return world.requests.ask(deal.positionId, body, key)
    }
    const next = { expire_time: '2027-01-11T17:00:00.000Z', answer_day: { day: '2027-01-11' } }
    expect(await ask({ kind: 'recall' })).toMatchObject(next)
    expect(await ask({ kind: 'return', quantity: '4' }, borrowerKey)).toMatchObject(next)
    const named = { kind: 'recall', expire_time: '2027-01-08T15:00:00.000Z' }
    expect(await ask(named)).toMatchObject({ expire_time: named.expire_time, answer_day: null })
    expect(await ask({ kind: 'rerate', rate_percent: '3' })).toMatchObject({
      expire_time: '2027-01-08T17:00:00.001Z',
      answer_day: null,
    })
  })

  it('follows a newer calendar 7 days after both sides were notified, and keeps what is set', async () => {
    world.service.clock.set('2027-02-01T12:00:00.000Z')
    const [before, within, after] = [world.shortDeal(), world.shortDeal(), world.shortDeal()]
    for (const deal of [before, within, after]) await amended(deal, ofLondon)
    const monday = '2027-02-01T17:00:00.000Z'
    const kept = await world.margin.create(before)
    expect(kept).toMatchObject({ expire_time: monday })
    const mondays = { ...london, weekend: [1, 6, 7] }
    const set = await succeed(world.service, setCalendar, { key: operator, body: mondays })
    expect(set).toMatchObject({ version: 2, apply_time: '2027-02-08T12:00:00.000Z' })
    expect(await world.margin.get(kept)).toMatchObject({ expire_time: monday })
    for (const key of [lenderKey, borrowerKey]) {
      const query = { category: 'calendar_changed' } as const
      const { notifications } = await succeed(world.service, listNotifications, { key, query })
      expect(notifications.filter(({ link }) => link.id === 'london')).toMatchObject([
        { severity: 'warning', link: { resource: 'calendar', id: 'london' } },
      ])
    }
    world.service.clock.set('2027-02-08T11:59:59.999Z')
    const early = await world.margin.create(within)
    expect(early).toMatchObject({ expire_time: '2027-02-08T17:00:00.000Z' })
    world.service.clock.set('2027-02-08T12:00:00.000Z')
    const late = await world.margin.create(after)
    expect(late).toMatchObject({ expire_time: '2027-02-09T17:00:00.000Z' })
    expect(await world.margin.get(early)).toMatchObject({ expire_time: early.expire_time })
  })
})

describe('a call set', () => {
  it('expires at the latest time to answer of its rows, each of which says why', async () => {
    const { service } = world
    service.clock.set('2027-02-17T14:00:00.000Z')
    const [soon, later] = [world.shortDeal(), world.shortDeal()]
    const ofNewYork = { calendars: ['new-york'], calendar_versions: [1] }
    await amended(soon, ofNewYork)
    await amended(later, { ...ofNewYork, cure_time_seconds: 2 * 86_400 })
    const { agreements } = await succeed(service, listAgreements, { key: lenderAdmin })
    const agreement = agreements.find(({ borrower_id }) => borrower_id === borrower.id)
    const { calculation_id } = await succeed(service, previewCallSet, {
      key: lenderKey,
      params: { agreement_id: agreement?.id ?? '' },
      body: { direction: 'TopUp', position_ids: [soon.positionId, later.positionId] },
    })
    const set = await succeed(service, createCallSet, { key: lenderKey, body: { calculation_id } })
    // Friday at 14:00 is after the response time of Thursday, and before that of Friday.
    expect(set).toMatchObject({ expire_time: '2027-02-19T17:00:00.000Z' })
    for (const id of set.request_ids) {
      expect(await world.margin.get({ id })).toMatchObject({
        expire_time: set.expire_time,
        answer_day: { day: '2027-02-19' },
      })
    }
  })
})

describe('the end of a calendar', () => {
  it('is notified to the operator once, sixty days before its last day', async () => {
    const ending = async () => {
      await world.expire()
      const query = { category: 'calendar_ending' } as const
      const { notifications } = await succeed(world.service, listNotifications, {
        key: platformViewer,
        query,
      })
      return notifications.filter(({ link }) => link.id === 'ending')
    }
    world.service.clock.set('2027-03-01T12:00:00.000Z')
    const body = { ...newYork, id: 'ending', holidays: [], last_day: '2027-05-31' }
    await succeed(world.service, setCalendar, { key: operator, body })
    world.service.clock.set('2027-03-31T23:59:59.999Z')
    expect(await ending()).toEqual([])
    world.service.clock.set('2027-04-01T00:00:00.000Z')
    expect(await ending()).toHaveLength(1)
    expect(await ending()).toHaveLength(1)
    const later = { ...body, last_day: '2027-05-01' }
    await succeed(world.service, setCalendar, { key: operator, body: later })
    expect(await ending()).toHaveLength(2)
  })
})
