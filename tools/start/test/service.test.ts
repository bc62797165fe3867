import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { portToListenOn } from '../src/port.ts'
import { Service } from '../src/service.ts'
import { standInPrograms, testProgram } from './programs.ts'

async function service(manner: string): Promise<{ service: Service; readyUrl: string }> {
  const port = await portToListenOn('127.0.0.1', 0)
  const started = new Service({
    programs: standInPrograms(),
    environment: { ...process.env, STAND_IN: manner, HOST: '127.0.0.1', PORT: String(port) },
    output: 'inherit',
  })
  onTestFinished(() => {
    started.kill()
  })
  return { service: started, readyUrl: `http://127.0.0.1:${port}/readyz` }
}

it('reports a service as ready when it is, and stops it', async () => {
  const { service: good, readyUrl } = await service('good')
  expect(await good.untilReady(readyUrl, 30_000)).toBe('ready')
  expect(await good.stop(30_000)).toEqual({ code: 0, signal: null })
})

it('waits no longer for a service than the limit', async () => {
  const { service: slow, readyUrl } = await service('never ready')
  expect(await slow.untilReady(readyUrl, 0)).toBe('late')
})

it('reports a service that ends before it was ready', async () => {
  const { service: refusing, readyUrl } = await service('refuses')
  expect(await refusing.untilReady(readyUrl, 30_000)).toBe('ended')
})

it('does not take the exit of a worker thread for the end of the service', async () => {
  const { service: threaded, readyUrl } = await service('threaded')
  expect(await threaded.untilReady(readyUrl, 30_000)).toBe('ready')
})

it('kills a service that ignores the request to stop', async () => {
  const { service: deaf, readyUrl } = await service('deaf')
  expect(await deaf.untilReady(readyUrl, 30_000)).toBe('ready')
  expect(await deaf.stop(1)).toEqual({ code: null, signal: 'SIGKILL' })
})

describe('when the process that started it is killed', () => {
  it('ends', async () => {
    const { parent, port } = await parentOfService()
    // Checked on the port: a process counts as alive until its parent has collected it.
    await vi.waitUntil(() => answers(port), { timeout: 20_000, interval: 20 })
    parent.kill('SIGKILL')
    await vi.waitUntil(async () => !(await answers(port)), { timeout: 20_000, interval: 20 })
  })

  it('ends even when it has hardly begun', async () => {
    const { parent } = await parentOfService()
    if (parent.stdout === null) throw new Error('nothing to read')
    const [text] = (await once(parent.stdout, 'data')) as [Buffer]
    parent.kill('SIGKILL')
    await vi.waitUntil(() => !works(Number(text.toString())), { timeout: 20_000, interval: 20 })
  })
})

async function parentOfService(): Promise<{ parent: ChildProcess; port: number }> {
  const port = await portToListenOn('127.0.0.1', 0)
  const { followParent, service: program } = standInPrograms()
  const parent = spawn(process.execPath, [testProgram('parent.mjs'), followParent, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port) },
  })
  onTestFinished(() => {
    parent.kill('SIGKILL')
  })
  return { parent, port }
}

/** Whether a process is running; an ended one may not have been collected by its parent yet. */
function works(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self') || !/^State:\s*Z/m.test(statusOf(pid))
  } catch {
    return false
  }
}

function statusOf(pid: number): string {
  return readFileSync(`/proc/${pid}/status`, 'utf8')
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/`)).ok
  } catch {
    return false
  }
}
