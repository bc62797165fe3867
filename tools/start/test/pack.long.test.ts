import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryFolder } from './built-start.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

it('packs an SDK and a command line that work in an empty folder', { timeout: 600_000 }, () => {
  const run = (cwd: string, command: string, ...parameters: string[]) =>
    execFileSync(command, parameters, { cwd, encoding: 'utf8' })
  const printed = run(root, 'npm', 'run', 'pack')
  const [, files = ''] = /^ {4}npm install (.*)$/m.exec(printed) ?? []
  expect(files.split(' ')).toHaveLength(3)

  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  run(folder, 'npm', 'install', '--no-audit', '--no-fund', ...files.split(' '))
  expect(readdirSync(join(folder, 'node_modules/@vadium')).toSorted()).toEqual([
    'cli',
    'client',
    'margin',
  ])
  expect(run(folder, 'npx', 'vadium', '--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
  writeFileSync(
    join(folder, 'program.js'),
    `import { generateKeyPair, VadiumClient } from '@vadium/client'
const { privateKey } = await generateKeyPair()
const client = new VadiumClient({ baseUrl: 'http://127.0.0.1:1', privateKey, retries: false })
console.log(await client.orders.list().catch(({ reason }) => reason))`,
  )
  expect(run(folder, 'node', 'program.js')).toBe('CONNECTION_NOT_MADE\n')
})
