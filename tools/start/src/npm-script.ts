import { readFileSync } from 'node:fs'

/** A process of the command that we belong to, and who its parent is. */
interface Link {
  readonly pid: number
  readonly parent: number
}

const lookEveryMs = 500
/** `npm start` runs npx, which runs pnpm, which runs our script; each in a shell of its own. */
const sign = /^npm_lifecycle_event=(start|npx|serve)$/

/**
 * Calls back once the `npm start` that this process belongs to has been cut off: a shell that is killed
 * tells nobody below it, and npm passes signals to shells only. Does nothing outside of those scripts,
 * and where the system does not show its processes in /proc.
 */
export function whenNpmIsGone(onGone: () => void): void {
  const links = linksToNpm()
  if (links.length === 0) return
  const timer = setInterval(() => {
    if (links.every(({ pid, parent }) => parentOf(pid) === parent)) return
    clearInterval(timer)
    onGone()
  }, lookEveryMs)
  timer.unref()
}

/** From this process up to npm, which gives its sign to whom it starts and has none of its own. */
function linksToNpm(): Link[] {
  const links: Link[] = []
  for (let pid = process.pid; bearsSign(pid);) {
    const parent = parentOf(pid)
    if (parent === undefined) break
    links.push({ pid, parent })
    pid = parent
  }
  return links
}

function bearsSign(pid: number): boolean {
  const variables = read(pid, 'environ')?.split('\0') ?? []
  return variables.some((variable) => sign.test(variable))
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
