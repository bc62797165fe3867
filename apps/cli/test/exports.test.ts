import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Files, machineFiles } from '../src/context/files.ts'
import { answered } from './answered-command.ts'
import { type Answer, json, loopbackService, refusal } from './loopback-service.ts'
import { keyFor, type Surroundings, vadium } from './terminal.ts'

const csv = ['positions', 'export', '--format', 'csv']
const rows = ['id,asset\r\n', 'b7,BTC\r\n']

/** Answers in chunks, and then ends properly or closes the connection too early. */
function stream(chunks: readonly string[], { type = 'text/csv', ends = true } = {}): Answer {
  return (response) => {
    response.writeHead(200, { 'Content-Type': type })
    const writeNext = (index: number): void => {
      const chunk = chunks[index]
      if (chunk !== undefined) response.write(chunk, () => writeNext(index + 1))
      else if (ends) response.end()
      else response.destroy()
    }
    writeNext(0)
  }
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vadium-cli-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('an export', () => {
  it('is written to the standard output unchanged', async () => {
    const { exitCode, stdout, stderr, arrived } = await answered(
      [stream(rows)],
      [...csv, '--asset', 'BTC'],
    )
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: rows.join(''), stderr: '' })
    expect(arrived[0]?.target).toBe('/positions:export?asset=BTC&format=csv')
  })

  it('is a table on a terminal, of all rows, when no format is asked for', async () => {
    const position = (number: number) =>
      `{"position_id":"b7","order_number":${number},"status":"ACTIVE","asset":"BTC","asset_quantity":"1234567.5"}`
    const numbers = Array.from({ length: 150 }, (_, index) => index + 1)
    const text = `{"positions":[\n${numbers.map(position).join(',\n')}\n]}\n`
    const answer = stream([text], { type: 'application/json' })
    const more = { columns: 100, env: { NO_COLOR: '1' } }
    const { exitCode, stdout } = await answered([answer], ['reports', 'positions'], more)
    expect(exitCode).toBe(0)
    const [heading, ...lines] = stdout.trimEnd().split('\n')
    expect(heading).toMatch(/^\S.*STATUS/)
    expect(lines).toHaveLength(numbers.length)
    expect(lines.at(-1)).toContain('ACTIVE')
  })

  it('says on a terminal that it was cut off, after the rows that arrived', async () => {
    const text = '{"positions":[\n{"position_id":"b7","status":"ACTIVE"},\n'
    const answer = stream([text], { type: 'application/json', ends: false })
    const more = { columns: 100 }
    const { exitCode, stdout, stderr } = await answered([answer], ['reports', 'positions'], more)
    expect(exitCode).toBe(4)
    expect(stdout).toContain('ACTIVE')
    expect(stderr).toContain('CONNECTION_LOST')
  })

  it('is JSON unless another format is requested', async () => {
    const text = '{"positions":[\n{"id":"b7"}\n]}\n'
    const answer = stream([text], { type: 'application/json' })
    const { stdout, arrived } = await answered([answer], ['positions', 'export'])
    expect(stdout).toBe(text)
    expect(arrived[0]?.target).toBe('/positions:export')
  })

  it('cannot rewrite a terminal', async () => {
    const hostile = ['id,name\r\n', 'b7,\u001b[2J\u202eX\r', '\n']
    const { stdout } = await answered([stream(hostile)], csv, { columns: 80 })
    // Where a line end is split between two chunks, its first character is omitted.
    expect(stdout.replaceAll('\r', '')).toBe('id,name\nb7,\ufffd[2J\ufffdX\n')
    const inPipe = await answered([stream(hostile)], csv)
    expect(inPipe.stdout).toBe(hostile.join(''))
    const answer = stream(['{"positions":[{"id":"\u009b\u202e"}]}'], { type: 'application/json' })
    const asJson = await answered([answer], ['positions', 'export'])
    expect(asJson.stdout).toBe('{"positions":[{"id":"\\u009b\\u202e"}]}')
  })

  it('is an error when it is cut off, whatever has been printed', async () => {
    const { exitCode, stdout, stderr } = await answered([stream(rows, { ends: false })], csv)
    expect(exitCode).toBe(4)
    expect(stdout).toBe(rows.join(''))
    expect(stderr).toContain('(CONNECTION_LOST)')
  })

  it('exits with 3 when it is refused', async () => {
    const { exitCode, stdout } = await answered([refusal('ROLE_NOT_PERMITTED')], csv)
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' })
  })

  it('has a curl line', async () => {
    const { exitCode, stdout, arrived } = await answered([stream(rows)], [...csv, '--curl'])
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 0, sent: 0 })
    expect(stdout).toContain('/positions:export?format=csv')
  })
})

describe('members of an export', () => {
  const one = (id: string, quantity: string) =>
    `{"position_id":"${id}","asset":"BTC","asset_quantity":"${quantity}"}`
  const items = [one('b7', '1234567.123456789012345678'), one('b8', '2')]
  const whole = (...rows: string[]) => `{"positions":[\n${rows.join(',\n')}\n]}\n`
  const report = (argv: readonly string[], text = whole(...items), more: Surroundings = {}) => {
    const answer = stream([text], { type: 'application/json', ends: text.endsWith(']}\n') })
    return answered([answer], ['reports', 'positions', ...argv], more)
  }

  it('are an array of JSON with a line for each row', async () => {
    const { exitCode, stdout, stderr, arrived } = await report(['--json', 'asset_quantity,asset'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toBe(
      '[{"asset_quantity":"1234567.123456789012345678","asset":"BTC"},\n' +
        '{"asset_quantity":"2","asset":"BTC"}]\n',
    )
    expect(arrived[0]?.target).toBe('/reports/positions')
    expect((await report(['--json', 'asset'], whole())).stdout).toBe('[]\n')
  })

  it('are lines of values, of many rows too', async () => {
    const many = Array.from({ length: 250 }, (_, index) => one(`p${index}`, '1'))
    const { stdout } = await report(['--tsv', 'position_id,asset'], whole(...many))
    const rows = stdout.trimEnd().split('\n')
    expect(rows).toHaveLength(250)
    expect([rows[0], rows[249]]).toEqual(['p0\tBTC', 'p249\tBTC'])
    const asJson = (await report(['--json', 'position_id'], whole(...many))).stdout
    expect(JSON.parse(asJson)).toHaveLength(250)
  })

  it('have their names first if none are named', async () => {
    const [names = '', ...rows] = (await report(['--tsv'])).stdout.trimEnd().split('\n')
    const at = names.split('\t').indexOf('asset_quantity')
    expect(rows.map((row) => row.split('\t')[at])).toEqual(['1234567.123456789012345678', '2'])
  })

  it('are written to a file', async () => {
    const file = join(folder, 'positions.tsv')
    const { stdout, stderr } = await report(['--tsv', 'position_id', '--output', file])
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: `${file}: 6 bytes.\n` })
    expect(await readFile(file, 'utf8')).toBe('b7\nb8\n')
  })

  it('end with an error when the export is cut off, after the rows that arrived', async () => {
    const cut = await report(['--tsv', 'position_id'], `{"positions":[\n${items[0]},\n`)
    expect({ exitCode: cut.exitCode, stdout: cut.stdout }).toEqual({ exitCode: 4, stdout: 'b7\n' })
    const refused = await answered(
      [refusal('ROLE_NOT_PERMITTED')],
      ['reports', 'positions', '--tsv'],
    )
    expect(refused).toMatchObject({ exitCode: 3, stdout: '' })
  })

  it.each([
    [['--tsv', 'position_id,asst'], 'did you mean asset?'],
    [['--tsv', '--format', 'csv'], '--format: cannot be given with --tsv'],
    [['--json', 'asset', '--format', 'json'], '"field":"--format"'],
  ])('are refused before a request is sent: %j', async (argv, said) => {
    const { exitCode, stdout, stderr, arrived } = await report(argv)
    expect({ exitCode, stdout, sent: arrived.length }).toEqual({ exitCode: 2, stdout: '', sent: 0 })
    expect(stderr).toContain(said)
  })
})

describe('the progress of an export', () => {
  const long = ['id,note\r\nb7,"two\nlines, ""quoted"""\r\n', 'b8,x\r\n']
  const report = ['reports', 'transfers', '--format', 'csv']

  it('is shown to people, and removed at the end', async () => {
    const file = join(folder, 'transfers.csv')
    const { stderr, exitCode } = await answered([stream(long)], [...report, '--output', file], {
      stderrIsTerminal: true,
    })
    expect(exitCode).toBe(0)
    const [before, first, ...more] = stderr.split('\r\u001b[2K')
    expect([before, first]).toEqual(['', expect.stringMatching(/^[12] rows?, 0 s …$/)])
    expect(more.at(-1)).toBe(`${file}: ${long.join('').length} bytes.\n`)
    expect(await readFile(file, 'utf8')).toBe(long.join(''))
  })

  it('counts the rows of JSON, whatever they contain', async () => {
    const text = '{"transfers":[{"id":"}]{\\"","in":{"a":[{}]}},\n{"id":"b8"}]}'
    const answer = stream([text], { type: 'application/json' })
    const { stdout, stderr } = await answered([answer], ['reports', 'transfers'], {
      stderrIsTerminal: true,
    })
    expect(stderr).toContain('2 rows, 0 s …')
    expect(stdout).toBe(text)
  })

  it.each<[string, Surroundings, string[]]>([
    ['in a pipe', {}, []],
    ['when the rows themselves are shown', { stderrIsTerminal: true, columns: 80 }, []],
    ['to programs', { stderrIsTerminal: true }, ['--json']],
  ])('is not shown %s', async (_, surroundings, flags) => {
    const { stderr } = await answered([stream(long)], [...report, ...flags], surroundings)
    expect(stderr).toBe('')
  })
})

describe('an export to a file', () => {
  const to = (file: string) => [...csv, '--output', file]

  it('appears only when it is complete', async () => {
    const file = join(folder, 'positions.csv')
    const { exitCode, stdout, stderr } = await answered([stream(rows)], to(file))
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' })
    expect(stderr).toBe(`${file}: ${rows.join('').length} bytes.\n`)
    expect(await readFile(file, 'utf8')).toBe(rows.join(''))
    expect(await readdir(folder)).toEqual(['positions.csv'])
  })

  it('replaces the file that was there, even behind a link', async () => {
    const file = join(folder, 'positions.csv')
    await writeFile(file, 'old')
    await symlink(file, join(folder, 'link'))
    await answered([stream(rows)], to(join(folder, 'link')))
    expect(await readFile(file, 'utf8')).toBe(rows.join(''))
  })

  it.each([
    ['is cut off', stream(rows, { ends: false }), 4],
    ['is cut off within a row', stream(['id,asset\r\n', 'b7']), 4],
    ['is refused', refusal('ROLE_NOT_PERMITTED'), 3],
    ['is not an export', json('{}'), 4],
  ])(
    'keeps the file that was there, and leaves no partial file, when it %s',
    async (_, answer, expected) => {
      const file = join(folder, 'positions.csv')
      await writeFile(file, 'old')
      const { exitCode } = await answered([answer], to(file))
      expect(exitCode).toBe(expected)
      expect(await readFile(file, 'utf8')).toBe('old')
      expect(await readdir(folder)).toEqual(['positions.csv'])
    },
  )

  it('leaves no partial file when it is interrupted', async () => {
    await using service = await loopbackService((response) => {
      response.writeHead(200, { 'Content-Type': 'text/csv' }).write('id\n')
    })
    const controller = new AbortController()
    const running = vadium(to(join(folder, 'positions.csv')), {
      env: keyFor(service.url),
      signal: controller.signal,
    })
    while ((await readdir(folder)).length === 0 || service.arrived.length === 0) {
      await new Promise(setImmediate)
    }
    controller.abort()
    expect((await running).exitCode).toBe(130)
    expect(await readdir(folder)).toEqual([])
  })

  it('leaves no partial file when the disk is full', async () => {
    const full: Files = {
      ...machineFiles,
      replace: async (path) => ({
        ...(await machineFiles.replace(path)),
        write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
      }),
    }
    const file = join(folder, 'positions.csv')
    await writeFile(file, 'old')
    const { exitCode, stderr } = await answered([stream(rows)], to(file), {
      effects: { files: full },
    })
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`${file}: cannot be written (ENOSPC)`)
    expect(await readFile(file, 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['positions.csv'])
  })

  it('is refused before a request is sent when the file cannot be created', async () => {
    for (const file of [folder, join(folder, 'none', 'x.csv'), '/dev/null']) {
      const { exitCode, stderr, arrived } = await answered([stream(rows)], to(file))
      expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
      expect(stderr).toContain(file)
    }
  })
})
