type Undo = () => Promise<unknown>

const undos: Undo[] = []
let running: Promise<void> | undefined

/** Registers work for the end of the program, however it ends. */
export function atTheEnd(undo: Undo): void {
  undos.push(undo)
}

/** Runs the registered work, the last first. A failure does not stop the rest. */
export function cleanUp(): Promise<void> {
  running ??= (async () => {
    for (const undo of undos.toReversed()) await undo().catch(() => undefined)
  })()
  return running
}

/** Whether the end has begun. It explains later failures. */
export function ending(): boolean {
  return running !== undefined
}

/** Runs the registered work on SIGINT and SIGTERM, too. */
export function cleanUpOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      void cleanUp().then(() => process.exit(code))
    })
  }
}
