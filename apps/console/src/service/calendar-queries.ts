import type { VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { wholeList } from './pages.ts'

const minutesMs = 300_000

/** The newest version of each calendar. They change seldom. */
export const calendarsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['calendars'],
    staleTime: minutesMs,
    queryFn: ({ signal }) => client.calendars.list({}, { signal }).toArray(wholeList),
  })
