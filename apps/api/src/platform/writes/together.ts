/**
 * The results of readings that are made together, in one round trip. Unlike `Promise.all` it waits
 * for all of them before it fails with the error of the first, so none goes on, and writes something,
 * after the work of its transaction has been undone.
 */
export async function together<T extends readonly unknown[]>(
  readings: readonly [...T],
): Promise<{ -readonly [Place in keyof T]: Awaited<T[Place]> }> {
  await Promise.allSettled(readings)
  return Promise.all(readings)
}
