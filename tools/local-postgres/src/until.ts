import { setTimeout as pause } from 'node:timers/promises'

/** Asks again and again until there is an answer, or `undefined` once the time is over. */
export async function until<Answer>(
  milliseconds: number,
  ask: () => Answer | undefined | Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const deadline = performance.now() + milliseconds
  for (;;) {
    const answer = await ask()
    if (answer !== undefined || performance.now() > deadline) return answer
    await pause(20)
  }
}
