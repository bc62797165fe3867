import { setTimeout as pause } from 'node:timers/promises'

/** Polls until there is a result. Returns undefined when the time is over. */
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
