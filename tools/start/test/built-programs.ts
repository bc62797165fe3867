import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

/** The program that `npm start` runs after the build. */
export const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))
export const rootFolder = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Builds what has changed. A build of other sources might not print what `startBuilt` waits for.
 * Turbo knows a current one.
 */
export function build(): void {
  const given = ['run', 'build', '--filter=@vadium/start', '--env-mode=loose']
  execFileSync(join(rootFolder, 'node_modules/.bin/turbo'), given, {
    cwd: rootFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

export interface Started {
  readonly process: ChildProcess
  /** The profiles of its book, as the command line reads them. */
  readonly profiles: Readonly<Record<string, { url: string; privateKey: string }>>
}

const processes: ChildProcess[] = []

/** The command that `npm start` runs after the build, once it has reported that it is ready. */
export async function startBuilt(
  dataFolder: string,
  command: readonly [string, ...string[]] = [process.execPath, program],
  variables: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const [file, ...parameters] = command
  const settings = { VADIUM_DATA: dataFolder, PORT: '0', DATABASE_URL: '', SCENARIO: '' }
  const child = spawn(file, parameters, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings, ...variables },
  })
  processes.push(child)
  let output = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += String(text)
    if (output.includes('Press Ctrl-C to stop the service.')) break
  }
  expect(output).toContain('Vadium is ready.')
  const [, profiles = ''] = /VADIUM_PROFILES=(\S+) /.exec(output) ?? []
  const book = readFileSync(profiles, 'utf8')
  return { process: child, ...(JSON.parse(book) as Pick<Started, 'profiles'>) }
}

/** Stops what is still running. */
export async function stopAll(): Promise<void> {
  for (const child of processes) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}
