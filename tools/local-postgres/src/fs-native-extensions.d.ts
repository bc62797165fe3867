/** The package has no types of its own. */
declare module 'fs-native-extensions' {
  /** Locks an open file until it is closed. Returns false if another open file has the lock. */
  export function tryLock(file: number): boolean
}
