import { readFileSync } from 'node:fs'

/** A process that npm, or pnpm, started for a script, and who its parent is. */
interface Link {
  readonly pid: number
  readonly parent: number
}

const lookEveryMs = 500
const sign = 'npm_lifecycle_event='

/**
 * Calls back once the `npm start` that this process belongs to is over. Between the two there are
 * shells, and a shell that is killed tells nobody below it. Does nothing outside of npm scripts, and
 * where the system does not show its processes in /proc.
 */
export function whenNpmIsGone(onGone: () => void): void {
  const outermost = outermostOfScript()
  if (outermost === undefined) return
  const timer = setInterval(() => {
    if (parentOf(outermost.pid) === outermost.parent) return
    clearInterval(timer)
    onGone()
  }, lookEveryMs)
  timer.unref()
}

/** The ancestor nearest to npm itself: npm gives its sign to whom it starts, and has none of its own. */
function outermostOfScript(): Link | undefined {
  let outermost: Link | undefined
  for (let pid = process.pid; bearsSign(pid);) {
    const parent = parentOf(pid)
    if (parent === undefined) return undefined
    outermost = { pid, parent }
    pid = parent
  }
  return outermost
}

function bearsSign(pid: number): boolean {
  return (
    read(pid, 'environ')
      ?.split('\0')
      .some((variable) => variable.startsWith(sign)) ?? false
  )
}

function parentOf(pid: number): number | undefined {
  const line = /^PPid:\s*(\d+)$/m.exec(read(pid, 'status') ?? '')
  return line === null ? undefined : Number(line[1])
}

function read(pid: number, what: 'environ' | 'status'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return undefined
  }
}
