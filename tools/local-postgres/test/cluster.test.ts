import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clusterIn, prepareCluster } from '../src/cluster.ts'
import { asSelf } from '../src/run-as.ts'
import { disposableFolder } from './disposable-folder.ts'

const wordsOfInitdb = `creating configuration files ... ok
running bootstrap script ... FATAL:  could not write to file "base/1/1255": No space left on device
child process exited with exit code 1
initdb: removing data directory`

it('says in one line that the disk is full, and leaves no data behind', async () => {
  const folder = disposableFolder()
  const binaries = join(folder, 'binaries')
  mkdirSync(join(binaries, 'bin'), { recursive: true })
  const standIn = `#!/bin/sh\necho '${wordsOfInitdb}' >&2\nexit 1\n`
  writeFileSync(join(binaries, 'bin', 'initdb'), standIn, { mode: 0o755 })

  const made = prepareCluster(
    clusterIn(folder),
    { folder: binaries, majorVersion: '18' },
    asSelf(),
    true,
  )
  await expect(made).rejects.toThrow(/^The disk of .* is full\. [^\n]*$/)
  expect(readdirSync(folder)).toEqual(expect.not.arrayContaining([expect.stringContaining('data')]))
})
