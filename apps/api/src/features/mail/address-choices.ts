import type { MailAddress } from '@vadium/schema'
import { instantText } from '../../platform/instant.ts'
import { sentenceOf } from '../notifications/index.ts'
import { nextTimeOfDay } from './digest-time.ts'
import type { ChangedDigest, MailChoices } from './mail-address.repository.ts'

/** What the holder has chosen, each category once. */
export const choicesOf = (address: MailChoices): MailChoices => ({
  content: address.content,
  muted_categories: [...new Set(address.muted_categories)],
  immediate_severity: address.immediate_severity,
  digest_time: address.digest_time,
  time_zone: address.time_zone,
})

/** Whether choices are those that an address has, in whatever order its categories are. */
export function isSameChoice(choices: MailChoices, address: MailAddress): boolean {
  const textOf = (of: MailChoices) => {
    const { muted_categories: muted, ...others } = choicesOf(of)
    return JSON.stringify([others, muted.toSorted()])
  }
  return textOf(choices) === textOf(address)
}

/** What becomes of the digest that is being collected when choices change. */
export function pendingDigest(
  address: MailAddress,
  { digest_time: time, time_zone: zone, muted_categories: muted }: MailChoices,
  nowMs: number,
): ChangedDigest {
  const isMoved = time !== address.digest_time || zone !== address.time_zone
  return {
    due: time !== null && isMoved ? instantText(nextTimeOfDay(nowMs, time, zone)) : undefined,
    leftOut: muted
      .filter((category) => !address.muted_categories.includes(category))
      .map((category) => `- ${sentenceOf(category)}\n`),
  }
}
