import type { MailAnswer } from './after-attempt.ts'

const second = 1000
const pauseMsMax = 60 * second
/** The server cannot be spoken to, whatever mail is sent. */
const ofTheServer: ReadonlySet<string> = new Set([
  'CONNECTION_FAILED',
  'TLS_FAILED',
  'LOGIN_FAILED',
  'TIMED_OUT',
])

/**
 * How long a process leaves the mail server alone. Each mail of a long queue would try to log in
 * otherwise, and servers lock out who fails so often.
 */
export class SendPause {
  #failures = 0
  #untilMs = 0

  isOver(nowMs: number): boolean {
    return nowMs >= this.#untilMs
  }

  /** Notes how an attempt ended. */
  note(answer: MailAnswer, nowMs: number): void {
    if (answer.outcome === 'undeliverable') return
    const isOfServer =
      answer.outcome === 'failed' && answer.error !== null && ofTheServer.has(answer.error)
    this.#failures = isOfServer ? this.#failures + 1 : 0
    // 2 ** 6 seconds are more than the longest pause.
    const pauseMs = Math.min(2 ** Math.min(this.#failures - 1, 6) * second, pauseMsMax)
    this.#untilMs = isOfServer ? nowMs + pauseMs : 0
  }
}
