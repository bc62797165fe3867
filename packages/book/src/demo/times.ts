import { day, hour, startOfDay } from '../calendar.ts'

/** The time at which the history of the demo book ends, in Unix milliseconds. */
export const demoTime = Date.UTC(2026, 10, 20, 17)

/** When the organizations were created. Their agreements follow a week later. */
export const foundingTime = startOfDay(demoTime) - 304 * day + 9 * hour
