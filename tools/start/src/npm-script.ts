import { readFileSync } from 'node:fs'

const pollMs = 500
/** `npm start` runs the script in a shell. */
const npmVariable = /(^|\0)npm_lifecycle_event=start\0/

/**
 * Calls back when the `npm start` of this process has ended. No signal says so: a killed shell does
 * not signal its children, and npm signals only shells. Does nothing outside of those scripts, and
 * on systems without /proc.
 */
export function whenNpmIsGone(onGone: () => void): void {
  const before = processesUpToNpm()
  if (before === String(process.pid)) return
  const timer = setInterval(() => {
    // A process whose parent has ended gets another one.
    if (processesUpToNpm() === before) return
    clearInterval(timer)
    onGone()
  }, pollMs)
  timer.unref()
}

/**
 * The ids of this process and its ancestors up to npm, which sets the variable for its children.
 */
function processesUpToNpm(): string {
  const ids = [process.pid]
  for (let pid = process.pid; npmVariable.test(read(pid, 'environ'));) {
    pid = Number(/^PPid:\s*(\d+)$/m.exec(read(pid, 'status'))?.[1])
    ids.push(pid)
  }
  return ids.join()
}

function read(pid: number, name: 'environ' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
