import { type Notification, notificationCategoryNames } from '@vadium/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAddress } from '../../../src/features/mail/address-text.ts'
import { afterMail, triedForMs } from '../../../src/features/mail/after-attempt.ts'
import { nextTimeOfDay } from '../../../src/features/mail/digest-time.ts'
import { bytesOf } from '../../../src/features/mail/mail-message.ts'
import { shownReply } from '../../../src/features/mail/shown-reply.ts'
import { digestLine, digestMail, notificationMail } from '../../../src/features/mail/mail-text.ts'

const consoleUrl = 'https://vadium.example.com/console'
const id = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'

const notification = (changes: Partial<Notification> = {}): Notification => ({
  id,
  category: 'margin_call_reached',
  severity: 'warning',
  title: 'Margin call level reached on order 1042',
  body: 'Coverage is 102.5 %.',
  link: { resource: 'position', id, order_id: id },
  create_time: '2026-03-02T12:00:00.000Z',
  read: false,
  ...changes,
})

const hostile = 'Evil\r\nBcc: x@example.com\r\n\r\n.\r\nMAIL FROM:<a@b>\u202e\u200b gpj.exe'

/** What begins with these is of others: no text of the service has it. */
const named = fc.string({ minLength: 1, maxLength: 200 }).map((text) => `Zyx${text}`)
const amount = fc.integer({ min: 10 ** 9, max: 2 ** 40 }).map((units) => `77${units}.53`)

describe('what a mail says', () => {
  it('contains no name and no amount with `content: title`, whatever the notification says', () => {
    fc.assert(
      fc.property(
        named,
        amount,
        fc.constantFrom(...notificationCategoryNames),
        fc.integer({ min: 1, max: 99_999 }),
        (name, figure, category, orderNumber) => {
          const mailed = {
            notification: notification({
              category,
              title: `${name} called ${figure}`,
              body: `${figure} USD of ${name}`,
            }),
            orderNumber,
          }
          const { subject, body } = notificationMail(mailed, 'title', consoleUrl)
          const line = digestLine(mailed, 'title', consoleUrl)
          const all = [subject, body, line, digestMail([line], 3, consoleUrl).body].join('\n')
          expect(all).not.toContain('Zyx')
          expect(all).not.toContain(figure)
          expect(all).toContain(String(orderNumber))
        },
      ),
    )
  })

  it('has texts of others as data with `content: full`: one line each, with nothing unseen', () => {
    const mailed = { notification: notification({ title: hostile, body: hostile }), orderNumber: 7 }
    const { subject, body } = notificationMail(mailed, 'full', consoleUrl)
    expect(subject).toBe('Vadium: margin call reached, order 7')
    const lines = body.split('\n').filter((line) => line.includes('Evil'))
    expect(lines).toHaveLength(2)
    expect(lines.filter((line) => !/^Evil Bcc: .* gpj\.exe$/.test(line))).toEqual([])
    expect(body).not.toMatch(/[\u202e\u200b\r]/)
  })

  it('has a sentence for a category that a newer process has written', () => {
    const newer = JSON.parse(
      JSON.stringify({ ...notification(), category: '\r\nBcc' }),
    ) as Notification
    const { subject, body } = notificationMail(
      { notification: newer, orderNumber: undefined },
      'title',
      consoleUrl,
    )
    expect(subject).toBe('Vadium: notification')
    expect(body).toMatch(/^There is a new notification\.\n/)
  })

  it('is the same bytes in every attempt, in lines that every server takes', async () => {
    const mail = {
      messageId: `<${id}@mail.vadium.example>`,
      from: 'vadium@mail.vadium.example',
      to: 'desk@xn--hafen-kva.example',
      subject: 'Vadium: test',
      text: `${'long 東 '.repeat(3000)}\n.\n..\n${hostile}`,
      createdAtMs: Date.parse('2026-03-02T12:00:00.000Z'),
    }
    const [bytes, again] = [await bytesOf(mail), await bytesOf(mail)]
    expect(bytes.equals(again)).toBe(true)
    const raw = bytes.toString('latin1')
    const [headers = ''] = raw.split('\r\n\r\n')
    expect(headers.split('\r\n').map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining(['From', 'To', 'Subject', 'Message-ID', 'Date', 'Auto-Submitted']),
    )
    expect(headers).not.toMatch(/bcc/i)
    expect(raw.split('\r\n').every((line) => line.length <= 998 && !/[\r\n]/.test(line))).toBe(true)
    expect(raw).not.toMatch(/[\x80-\xff]/)
  })
})

describe('an address', () => {
  it('has its domain in ASCII, and one mailbox whatever follows a plus sign', () => {
    const plain = readAddress('Desk@Häfen.example')
    const tagged = readAddress('desk+margin@xn--hfen-loa.example')
    expect(plain?.address).toBe('Desk@xn--hfen-loa.example')
    expect(plain?.mailboxHash.equals(tagged?.mailboxHash ?? Buffer.alloc(0))).toBe(true)
    expect(plain?.addressHash.equals(tagged?.addressHash ?? Buffer.alloc(0))).toBe(false)
    const dotted = readAddress('D.e.sk+a@GoogleMail.com')
    expect(dotted?.address).toBe('D.e.sk+a@googlemail.com')
    expect(dotted?.mailboxHash).toEqual(readAddress('desk@gmail.com')?.mailboxHash)
    for (const text of [
      'a@b',
      'a@1.2.3.4',
      'a@[::1]',
      'a@b..example',
      `a@${'b'.repeat(64)}.example`,
    ]) {
      expect(readAddress(text)).toBe(undefined)
    }
  })

  it('is not in a reply that is kept, which is one printable line', () => {
    const reply = '550 5.1.1 <Desk@Harbor.example>:\r\n\u0000 unknown \u202e'
    expect(shownReply(reply, 'desk@harbor.example')).toBe('550 5.1.1 <(address)>:  unknown  ')
    expect(shownReply('x'.repeat(5000), null)).toHaveLength(1000)
  })
})

describe('attempts', () => {
  it('follow one another after 1, 2, 4 … 300 seconds, and end after a day', () => {
    const failed = { outcome: 'failed', reply: null, error: 'TIMED_OUT' } as const
    const pauses: number[] = []
    let [atMs, attemptsBefore] = [0, 0]
    for (;;) {
      const { dueAtMs, state } = afterMail(failed, {
        atMs,
        attemptsBefore,
        unansweredBefore: 0,
        endMs: triedForMs,
      })
      if (dueAtMs === null) {
        expect(state).toBe('NOT_SENT')
        break
      }
      pauses.push((dueAtMs - atMs) / 1000)
      ;[atMs, attemptsBefore] = [dueAtMs, attemptsBefore + 1]
    }
    expect(pauses.slice(0, 11)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    expect(atMs).toBeLessThanOrEqual(triedForMs)
    expect(atMs).toBeGreaterThan(triedForMs - 300_000)
  })
})

describe('copies', () => {
  it('are three of a mail that may have been sent, half an hour apart', () => {
    const unanswered = { outcome: 'failed', reply: null, error: 'UNANSWERED' } as const
    const after = (unansweredBefore: number) =>
      afterMail(unanswered, { atMs: 0, attemptsBefore: 0, endMs: triedForMs, unansweredBefore })
    expect([0, 1, 2, 3].map((before) => after(before))).toEqual([
      ...Array.from({ length: 3 }, () => ({ state: 'QUEUED', dueAtMs: 1_800_000 })),
      { state: 'NOT_SENT', dueAtMs: null },
    ])
  })
})

describe('the time of a digest', () => {
  it.each([
    ['2026-03-02T12:00:00Z', '08:00', 'UTC', '2026-03-03T08:00:00.000Z'],
    ['2026-03-02T07:59:59Z', '08:00', 'UTC', '2026-03-02T08:00:00.000Z'],
    ['2026-03-02T08:00:00Z', '08:00', 'UTC', '2026-03-03T08:00:00.000Z'],
    ['2026-07-01T12:00:00Z', '08:00', 'Europe/London', '2026-07-02T07:00:00.000Z'],
    ['2026-03-02T20:00:00Z', '08:00', 'Asia/Tokyo', '2026-03-02T23:00:00.000Z'],
    ['2026-10-24T12:00:00Z', '08:00', 'Europe/London', '2026-10-25T08:00:00.000Z'],
    ['2026-03-28T12:00:00Z', '08:00', 'Europe/London', '2026-03-29T07:00:00.000Z'],
    // Clocks skip these, so they show an hour later.
    ['2026-03-28T12:00:00Z', '01:30', 'Europe/London', '2026-03-29T01:30:00.000Z'],
    ['2026-03-08T05:00:00Z', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-10-03T14:00:00Z', '02:30', 'Australia/Sydney', '2026-10-03T16:30:00.000Z'],
    // Clocks show this twice.
    ['2026-10-24T23:00:00Z', '01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T00:30:00Z', '01:30', 'Europe/London', '2026-10-26T01:30:00.000Z'],
  ])('comes next, after %s at %s in %s, at %s', (after, time, zone, expected) => {
    expect(new Date(nextTimeOfDay(Date.parse(after), time, zone)).toISOString()).toBe(expected)
  })
})
