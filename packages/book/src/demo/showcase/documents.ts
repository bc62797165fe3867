import { hour, timestamp } from '../../calendar.ts'
import { accountId } from '../profiles.ts'
import type { Timeline } from '../timeline.ts'
import { demoTime } from '../times.ts'

/** So late that a few documents are made, and their PDFs do not hold up who begins. */
const setAt = demoTime - hour / 2

/** Harbor wants documents of its deals, of all kinds. */
export function playDocuments(timeline: Timeline): void {
  timeline.add({
    at: timestamp(setAt),
    by: accountId('harbor', 'admin'),
    operation: 'setDocumentPreferences',
    body: {
      kinds: ['confirmation', 'margin_call_notice', 'margin_statement', 'close_out_statement'],
    },
  })
}
