import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pythonProgram } from '../../../apps/api/test/harness/wanted-programs.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'vadium-python-types-'))
const run = promisify(execFile)

describe.runIf(pythonProgram !== undefined)('the types of the client in Python', () => {
  beforeAll(async () => {
    cpSync(join(repository, 'packages/client/python-types'), folder, { recursive: true })
    cpSync(join(repository, 'docs/examples/vadium.py'), join(folder, 'vadium.py'))
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  }, 300_000)
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  /** The faults of a file under the strict rules, each with its line and its rule. */
  async function faultsIn(file: string): Promise<string[]> {
    const { stdout: python } = await run(pythonProgram ?? '', [
      '-c',
      'import sys; print(sys.executable)',
    ])
    const given = ['--outputjson', '--pythonpath', python.trim(), 'vadium.py', file]
    const pyright = join(folder, 'node_modules/.bin/pyright')
    const { stdout } = await run(pyright, given, { cwd: folder }).catch(
      // It ends with an exit code if there is a fault.
      (error: unknown) => error as { stdout: string },
    )
    const { generalDiagnostics: faults } = JSON.parse(stdout) as {
      generalDiagnostics: { rule: string; range: { start: { line: number } } }[]
    }
    return faults.map(({ rule, range }) => `${range.start.line + 1} ${rule}`)
  }

  it('satisfy the strict rules in a program of a desk', { timeout: 300_000 }, async () => {
    expect(await faultsIn('program.py')).toEqual([])
  })

  it('show a value, a member or an operator that is wrong', { timeout: 300_000 }, async () => {
    expect(await faultsIn('wrong.py')).toEqual([
      '6 reportArgumentType',
      '7 reportCallIssue',
      '7 reportCallIssue',
      '8 reportGeneralTypeIssues',
      '8 reportUnknownArgumentType',
      '9 reportOperatorIssue',
      '9 reportUnknownArgumentType',
      '10 reportTypedDictNotRequiredAccess',
    ])
  })
})
