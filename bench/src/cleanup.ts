type Undo = () => Promise<unknown>

const undos: Undo[] = []
let running: Promise<void> | undefined

/** Registers what must be undone before the program ends, however it ends. */
export function atTheEnd(undo: Undo): void {
  undos.push(undo)
}

/** Undoes all of it, the last first; what fails does not keep the rest from being undone. */
export function cleanUp(): Promise<void> {
  running ??= (async () => {
    for (const undo of undos.toReversed()) await undo().catch(() => undefined)
  })()
  return running
}

/** Whether the end has begun: what fails from then on fails because of it. */
export function ending(): boolean {
  return running !== undefined
}

/** Ctrl-C and a polite kill end the program as its end does. */
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
