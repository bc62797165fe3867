import { readFileSync } from 'node:fs'

/** A process between this one and npm, and the parent of that process. */
interface Link {
  readonly pid: number
  readonly parent: number
}

const pollMs = 500
/** `npm start` runs npx, which runs pnpm, which runs the script; each in its own shell. */
const npmVariable = /^npm_lifecycle_event=(start|npx|serve)$/

/**
 * Calls back when the `npm start` of this process has ended. No signal says so: a killed shell does
 * not signal its children, and npm signals only shells. Does nothing outside of those scripts, and
 * on systems without /proc.
 */
export function whenNpmIsGone(onGone: () => void): void {
  const links = linksToNpm()
  if (links.length === 0) return
  const timer = setInterval(() => {
    if (links.every(({ pid, parent }) => parentOf(pid) === parent)) return
    clearInterval(timer)
    onGone()
  }, pollMs)
  timer.unref()
}

/** The processes from this one up to npm. npm sets the variable for its children only. */
function linksToNpm(): Link[] {
  const links: Link[] = []
  for (let pid = process.pid; isBelowNpm(pid);) {
    const parent = parentOf(pid)
    if (parent === undefined) break
    links.push({ pid, parent })
    pid = parent
  }
  return links
}

function isBelowNpm(pid: number): boolean {
  const variables = read(pid, 'environ')?.split('\0') ?? []
  return variables.some((variable) => npmVariable.test(variable))
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
