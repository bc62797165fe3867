import type { RecurringWork } from '../platform/recurring-work.ts'
import type { Services } from './services.ts'

/** Starts what the open streams of this process need. */
export function startStreaming(
  services: Pick<
    Services,
    'eventHints' | 'movedPrices' | 'numbering' | 'openPreferences' | 'openStreams'
  >,
): RecurringWork[] {
  return [
    services.eventHints.start(),
    services.numbering.start(),
    services.openStreams.startWatching(),
    services.openPreferences.startWatching(),
    services.movedPrices.start(),
  ]
}
