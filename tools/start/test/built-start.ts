import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VadiumClient } from '@vadium/client'
import { onTestFinished } from 'vitest'

/** The program that `npm start` runs after the build. */
export const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Builds what has changed. Turbo knows a current build. */
export function build(): void {
  const given = ['run', 'build', '--filter=@vadium/start', '--env-mode=loose']
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  execFileSync(join(root, 'node_modules/.bin/turbo'), given, { cwd: root, stdio: [...stdio] })
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vadium-start-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

export interface Started {
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<unknown>
  /** Sends a signal, and waits until it has ended. */
  end(signal: NodeJS.Signals): Promise<unknown>
  /** What it has printed so far. */
  readonly output: () => string
  /** Its profiles, once it is ready. */
  profiles(): Record<string, Profile>
}

interface Profile {
  readonly url: string
  readonly privateKey: string
}

/** Starts the built program, and waits until it is ready or has ended. */
export async function startBuilt(
  dataFolder: string,
  variables: Readonly<Record<string, string>> = {},
  [command, ...parameters]: readonly [string, ...string[]] = [process.execPath, program],
): Promise<Started> {
  const settings = { VADIUM_DATA: dataFolder, PORT: '0', DATABASE_URL: '', SCENARIO: '' }
  const child = spawn(command, parameters, { env: { ...process.env, ...settings, ...variables } })
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => code ?? signal)
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  onTestFinished(async () => void (await end('SIGTERM')))
  let output = ''
  const ready = new Promise<void>((resolve) => {
    const take = (text: string) => {
      output += text
      if (output.includes('Press Ctrl-C to stop the service.')) resolve()
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take)
  })
  await Promise.race([ready, ended])
  return {
    ended,
    end,
    output: () => output,
    profiles: () => {
      const [, path] = /VADIUM_PROFILES=(\S+) /.exec(output) ?? []
      if (path === undefined) throw new Error(`it is not ready: ${output}`)
      const file = JSON.parse(readFileSync(path, 'utf8')) as { profiles: Record<string, Profile> }
      return file.profiles
    },
  }
}

/** A client with the key of one of the profiles. */
export function clientOf(started: Started, name: string): VadiumClient {
  const { url = '', privateKey = '' } = started.profiles()[name] ?? {}
  const client = new VadiumClient({ baseUrl: url, privateKey })
  onTestFinished(() => client.close())
  return client
}
