import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { installedBinaries, linkLibraries } from '../src/binaries.ts'
import { surroundings } from '../src/cluster.ts'
import { programsForAnyName, wantsName } from '../src/nameless-user.ts'
import { asServerUser } from '../src/server-user.ts'

const namelessUser = 54_321

it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'begins to create data for a user without a name, whom the programs as they are refuse',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'nameless-user-'))
    onTestFinished(() => {
      rmSync(folder, { recursive: true })
    })
    const data = join(folder, 'data')
    mkdirSync(data)
    chownSync(data, namelessUser, namelessUser)
    const binaries = installedBinaries()
    linkLibraries(binaries)
    /** What initdb says before it would make anything, once it has a name. */
    const saidBy = (programs: string) => {
      const initdb = [join(programs, 'bin', 'initdb'), '--show', '--pgdata', data]
      const [command = '', ...parameters] = [...asServerUser(data), ...initdb]
      return execFileSync(command, parameters, { ...surroundings, stdio: 'pipe' }).toString()
    }
    expect(() => saidBy(binaries)).toThrow(wantsName)
    expect(saidBy(programsForAnyName(binaries, folder))).toMatch(/^The files belonging to/)
  },
)
