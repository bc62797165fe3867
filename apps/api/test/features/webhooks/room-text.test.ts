import { type Notification, notificationCategoryNames } from '@vadium/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roomText } from '../../../src/features/webhooks/room-text.ts'
import { type RoomKind, rooms } from '../../harness/chat-rooms.ts'

const consoleUrl = 'https://vadium.example.com/console'
const id = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'

const reported = (changes: Partial<Notification>, orderNumber?: number) => ({
  notification: {
    id,
    category: 'margin_call_reached' as const,
    severity: 'warning' as const,
    title: 'Margin call level reached on order 1042',
    body: 'Coverage is 102.5 %.',
    link: { resource: 'position' as const, id, order_id: id },
    create_time: '2026-03-02T12:00:00.000Z',
    read: false,
    ...changes,
  },
  orderNumber,
})

const link = `${consoleUrl}/positions/${id}`
const kinds = Object.keys(rooms) as RoomKind[]

const pieces = [
  '@channel',
  '@here',
  '@all',
  '<!channel>',
  '<!here|x>',
  '<@U024BE7LH>',
  '<#C024BE7LR>',
  '&lt;!channel&gt;',
  '<https://evil.example|Vadium>',
  '[Vadium](https://evil.example)',
  '![x](http://evil.example/i.png)',
  'https://evil.example/pay',
  'www.evil.com',
  'evil.com',
  '`',
  '``',
  '```',
  '\\',
  '~town-square',
  '\r\n',
  '\u202e',
  '&',
  '<',
  '>',
  '[',
  ']',
  '(',
  ')',
  '|',
  '!',
  '@',
  '#general',
  '*',
  '_',
  ' ',
  'Harbor & Sons',
] as const
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 8 })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.join(''))

describe('a text for a chat room', () => {
  it.each(kinds)(
    'calls nobody and leads to the console alone, whatever a name contains: %s',
    (kind) => {
      fc.assert(
        fc.property(hostile, hostile, (title, body) => {
          const text = roomText(reported({ title, body }, 7), 'full', consoleUrl)
          expect(rooms[kind](text)).toEqual({ calls: [], links: [link] })
          expect(text.split('\n').length).toBeLessThanOrEqual(7)
        }),
      )
    },
  )

  it('contains no name and no amount with `content: title`, whatever the notification says', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 200 }).map((name) => `Zyx${name}`),
        fc.integer({ min: 10 ** 9, max: 2 ** 40 }).map((units) => `77${units}.53`),
        fc.constantFrom(...notificationCategoryNames),
        fc.integer({ min: 1, max: 99_999 }),
        (name, figure, category, orderNumber) => {
          const said = { category, title: `${name} called ${figure}`, body: `${figure} of ${name}` }
          const text = roomText(reported(said, orderNumber), 'title', consoleUrl)
          expect(text).not.toContain('Zyx')
          expect(text).not.toContain(figure)
          expect(text).toContain(`Order: ${orderNumber}\n`)
        },
      ),
    )
  })

  it('shows a name as it is, but for what rooms interpret', () => {
    const said = { title: 'Harbor & Sons [UK] <a@b> called `1`', body: 'See https://x.example' }
    expect(roomText(reported(said), 'full', undefined))
      .toBe(`The coverage of a position has fallen to its margin call level.
\`Harbor &amp; Sons (UK) &lt;a(at)b&gt; called '1'\`
\`See https: //x.example\`
Severity: warning
Time: 2026-03-02T12:00:00.000Z`)
  })
})
