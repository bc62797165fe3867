import { type Static, Type } from '@sinclair/typebox'
import { headerNames, signatureWindowMs } from '@vadium/schema'
import type { Observed } from './observed-transport.ts'

/** What was found about one thing that a command needs. */
export interface Finding {
  readonly check: 'profile' | 'reach' | 'key' | 'clock' | 'version' | 'limits'
  readonly state: 'ok' | 'warn' | 'fail'
  readonly message: string
  /** What to do about it. */
  readonly advice?: string
}

const text = Type.String()
/** What is shown of the answer to whom a key belongs. */
export const AcceptedKey = Type.Object({
  credential: Type.Object({ role: text, expire_time: Type.Union([text, Type.Null()]) }),
  account: Type.Object({ name: text }),
  organization: Type.Object({ name: text }),
})
type AcceptedKey = Static<typeof AcceptedKey>

const DAY_MS = 86_400_000
const EXPIRY_WARNED_DAYS = 14
const SKEW_WARNED_MS = 5_000
const LEFT_WARNED_SHARE = 0.1

/** A key that the service has accepted. */
export function keyFinding(
  { credential, account, organization }: AcceptedKey,
  nowMs: number,
): Finding {
  const { role, expire_time: expiry } = credential
  const message = `${role} of ${organization.name}, account ${account.name}`
  const daysLeft = expiry === null ? Infinity : (Date.parse(expiry) - nowMs) / DAY_MS
  if (daysLeft > EXPIRY_WARNED_DAYS) return { check: 'key', state: 'ok', message }
  return {
    check: 'key',
    state: 'warn',
    message: `${message}; expires at ${String(expiry)}`,
    advice: 'Have another key enrolled before: `vadium keys prove --help`.',
  }
}

/** The clock of this machine beside that of the service, which names whole seconds. */
export function clockFinding({ headers, sentMs, repliedMs }: Observed): Finding {
  const serverMs = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(serverMs)) {
    return { check: 'clock', state: 'warn', message: 'the service names no time' }
  }
  // The named second has begun when the reply was made: somewhere between these two.
  const aheadMs = Math.max(sentMs - (serverMs + 1_000), 0) || Math.min(repliedMs - serverMs, 0)
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  if (Math.abs(aheadMs) <= SKEW_WARNED_MS) {
    const message = seconds === 0 ? 'agrees with the service' : `${seconds} s off the service`
    return { check: 'clock', state: 'ok', message }
  }
  return {
    check: 'clock',
    state: 'warn',
    message: `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the service`,
    advice:
      `Set the clock, for example with NTP. Signatures are valid for ${signatureWindowMs / 1_000} s; ` +
      'this command corrects its own, other programs are refused.',
  }
}

/** The version of the service beside that of this command. */
export function versionFinding(service: string | undefined, command: string): Finding {
  if (service === command) {
    return { check: 'version', state: 'ok', message: `${command}, as the service` }
  }
  return {
    check: 'version',
    state: 'warn',
    message: `${command}, the service has ${service ?? 'an unknown version'}`,
    advice: 'Install the version of the service: members and operations may differ.',
  }
}

/** The requests that the key may still send. */
export function limitsFinding({ headers }: Observed): Finding {
  const [limit, left, reset] = [
    headerNames.rateLimit,
    headerNames.rateLimitRemaining,
    headerNames.rateLimitReset,
  ].map((name) => Number(headers.get(name) ?? NaN))
  if (limit === undefined || left === undefined || !Number.isSafeInteger(limit + left)) {
    return { check: 'limits', state: 'warn', message: 'the service names no limit of requests' }
  }
  const message = `${left} of ${limit} requests left, for ${String(reset)} s`
  if (left >= limit * LEFT_WARNED_SHARE) return { check: 'limits', state: 'ok', message }
  return {
    check: 'limits',
    state: 'warn',
    message,
    advice: 'Another program uses the same key. Give each program a key of its own.',
  }
}
