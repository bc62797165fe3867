import type { MailAnswer } from './after-attempt.ts'
import { replyClassOf } from './reply-class.ts'

const rememberedMax = 100

/**
 * The refusals in a row that a process has had, of whatever address. A server that refuses
 * different addresses for one reason says something of itself or of the service, and not of the
 * addresses.
 */
export class RefusalRun {
  #refused: { readonly addressId: string; readonly reason: string }[] = []

  /** Whether an answer is a refusal that says something of this address alone. */
  isOfAddressAlone(addressId: string, answer: MailAnswer): boolean {
    if (answer.outcome === 'sent') this.#refused = []
    if (answer.outcome !== 'refused' || !answer.isOfAddress) return false
    const reason = replyClassOf(answer.reply)
    this.#refused = [...this.#refused.slice(1 - rememberedMax), { addressId, reason }]
    return !this.#refused.some((one) => one.addressId !== addressId && one.reason === reason)
  }
}
