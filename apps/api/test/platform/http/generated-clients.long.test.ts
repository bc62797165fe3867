import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { World } from '../../harness/world/world.ts'

const repository = fileURLToPath(new URL('../../../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'vadium-generated-clients-'))
const world = new World({ short: 1 })
const { positionId } = world.shortDeal()

const run = (command: string, args: readonly string[], env = {}) =>
  promisify(execFile)(command, args, { cwd: folder, env: { ...process.env, ...env } })

/** What the generators make of the document of the service, compiled under `strict`. */
beforeAll(async () => {
  await world.start({ BASE_PATH: '/v1' })
  cpSync(join(repository, 'docs/generated-clients'), folder, { recursive: true })
  await run('npx', ['-y', 'pnpm@10.34.9', 'install', '--frozen-lockfile', '--ignore-scripts'])
  mkdirSync(join(folder, 'node_modules/@vadium'))
  symlinkSync(join(repository, 'packages/client'), join(folder, 'node_modules/@vadium/client'))
  const document = await fetch(`${world.service.url}/openapi.json`)
  writeFileSync(join(folder, 'openapi.json'), await document.text())
  await run('npm', ['run', '--silent', 'make'])
  await run('npm', ['run', '--silent', 'compile'])
}, 600_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

describe('a client that is generated from the OpenAPI document', () => {
  it.each(['openapi-typescript', 'hey-api', 'orval-fetch', 'orval-axios'])(
    '%s: previews and lists, signed by the SDK',
    async (name) => {
      // It signs at the time of the machine.
      world.service.clock.set(new Date().toISOString())
      const { stdout } = await run(process.execPath, [`out/${name}.js`], {
        VADIUM_URL: world.service.url,
        VADIUM_PRIVATE_KEY: world.lenderKey.privateKey,
        POSITION: positionId,
      })
      expect(JSON.parse(stdout)).toEqual({
        amount: expect.stringMatching(/^[1-9]\d*(?:\.\d+)?$/) as string,
        ids: [positionId],
      })
    },
  )
})
