import { screen } from '@testing-library/dom'
import { afterEach, expect, it } from 'vitest'
import { OpenedPage } from './harness/opened-page.tsx'
import { idIn, recordedService } from './harness/recorded-service.ts'

let page: OpenedPage
afterEach(() => page.close())

it.each(['/threads', `/threads/${idIn('getChat')}`])(
  'shows a mark for each character of a message that turns or hides its text on %s',
  async (path) => {
    const service = recordedService('execution')
    const chat = service.sample('chats.get')
    const entry = { ...service.sample('chats.post'), text: 'Send \u202e21\u{e0041}3 ETH' }
    service
      .answer('chats.list', { chats: [{ ...chat, last_entry: entry }] })
      .answer('chats.entries', { entries: [entry] })
    page = await OpenedPage.open(service, path)
    // A thread has the list of all beside it.
    for (const shown of await screen.findAllByText(/^Send .*ETH$/)) {
      expect(shown.textContent).toBe('Send \ufffd21\ufffd3 ETH')
    }
  },
)
