import { afterEach, describe, expect, it } from 'vitest'
import { answered } from './answered-command.ts'
import { json } from './loopback-service.ts'
import { POSITION, previewAnswer, transferPage, transferText } from './sample-answers.ts'
import type { Surroundings } from './terminal.ts'

const { TZ: zoneBefore } = process.env
afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

const terminal: Surroundings = { columns: 80, env: { NO_COLOR: '1' } }

/** Lists transfers that were created at these times, on a machine in a zone. */
async function list(
  zone: string,
  times: readonly string[],
  flags: readonly string[] = ['--local-time'],
  more: Surroundings = terminal,
) {
  process.env['TZ'] = zone
  const page = transferPage(times.map((create_time) => transferText('7', { create_time })))
  const { stdout } = await answered([json(page)], ['transfers', 'list', ...flags], more)
  const [heading = '', ...rows] = stdout.trimEnd().split('\n')
  return { stdout, heading, rows, times: rows.map((row) => row.slice(0, row.indexOf('  '))) }
}

/** A transfer with some members, as a sheet. */
async function sheet(members: Readonly<Record<string, unknown>>) {
  process.env['TZ'] = 'Europe/Paris'
  const transfer = transferText('7', { steps: [], usual_seconds: null, ...members })
  const answers = [json(transfer), json({ agreements: [] })]
  const argv = ['transfers', 'show', POSITION, '--local-time']
  return (await answered(answers, argv, terminal)).stdout
}

describe('--local-time', () => {
  it.each([
    ['Europe/Paris', '2026-11-29T12:00:59.999Z', '2026-11-29 13:00'],
    ['Europe/Paris', '2026-12-31T23:30:00.000Z', '2027-01-01 00:30'],
    ['Asia/Kolkata', '2026-11-29T12:00:00.000Z', '2026-11-29 17:30'],
    ['America/St_Johns', '2026-11-29T02:15:00.000Z', '2026-11-28 22:45'],
    ['Asia/Kathmandu', '2026-11-29T12:00:00.000Z', '2026-11-29 17:45'],
    ['UTC', '2026-11-29T12:00:00.000Z', '2026-11-29 12:00'],
  ])('shows the time in %s at %s in a list', async (zone, at, shown) => {
    const { heading, times } = await list(zone, [at])
    expect(heading).toMatch(/^CREATED \(LOCAL\) /)
    expect(times).toEqual([shown])
  })

  it.each([
    [
      'America/New_York',
      ['04:59', '05:30', '06:30', '07:00'].map((time) => `2026-11-01T${time}:00.000Z`),
      ['00:59', '01:30-04', '01:30-05', '02:00'].map((time) => `2026-11-01 ${time}`),
    ],
    [
      'Europe/London',
      ['2026-03-29T00:59:00.000Z', '2026-03-29T01:00:00.000Z'],
      ['2026-03-29 00:59', '2026-03-29 02:00'],
    ],
    [
      'Australia/Lord_Howe',
      ['14:29', '14:45', '15:15', '15:30'].map((time) => `2026-04-04T${time}:00.000Z`),
      ['01:29', '01:45+11', '01:45+10:30', '02:00'].map((time) => `2026-04-05 ${time}`),
    ],
  ])('distinguishes the times around a change of the clocks of %s', async (zone, at, shown) => {
    expect((await list(zone, at)).times).toEqual(shown)
  })

  it('takes no more room in a list than UTC', async () => {
    const at = ['2026-11-29T12:00:00.000Z']
    const widths = async (flags: readonly string[]) => {
      const { heading, rows } = await list('Asia/Kolkata', at, flags)
      return [heading.indexOf('STATUS'), ...rows.map(({ length }) => length)]
    }
    expect(await widths(['--local-time'])).toEqual(await widths([]))
  })

  it('shows with --wide both times, and the day where it is another one', async () => {
    const at = ['2026-11-29T12:00:00.000Z', '2026-11-29T23:30:00.000Z']
    const { heading, stdout } = await list('Europe/Paris', at, ['--local-time', '--wide'])
    expect(heading).toContain('CREATED (UTC) ')
    expect(stdout).toContain('  2026-11-29 12:00:00 (13:00+01)  ')
    expect(stdout).toContain('  2026-11-29 23:30:00 (2026-11-30 00:30+01)  ')
  })

  it('shows both times in a sheet', async () => {
    process.env['TZ'] = 'Europe/Paris'
    const argv = ['m2m', 'preview', POSITION, '--local-time']
    const { stdout } = await answered([json(previewAnswer())], argv, terminal)
    expect(stdout).toContain('63000 (2026-06-28 17:20:01 UTC (19:20+02))')
    const transfer = await sheet({ create_time: '2026-11-29T12:00:00.000Z' })
    expect(transfer).toMatch(/^ +create time +2026-11-29 12:00:00 UTC \(13:00\+01\)$/m)
  })

  it('is set by VADIUM_LOCAL_TIME too, unless that is empty', async () => {
    const at = ['2026-11-29T12:00:00.000Z']
    const shown = async (VADIUM_LOCAL_TIME: string) =>
      (await list('Asia/Tokyo', at, [], { columns: 80, env: { VADIUM_LOCAL_TIME } })).times
    expect(await shown('1')).toEqual(['2026-11-29 21:00'])
    expect(await shown('')).toEqual(['2026-11-29 12:00'])
  })

  it('changes nothing in a pipe and in JSON', async () => {
    const at = ['2026-11-29T12:00:00.000Z']
    const pipe = await list('Asia/Tokyo', at, ['--local-time'], {})
    expect(pipe.heading).toMatch(/^CREATED \(UTC\) /)
    expect(pipe.times).toEqual(['2026-11-29 12:00'])
    const asJson = await list('Asia/Tokyo', at, ['--local-time', '--json'])
    expect(asJson.stdout).toContain('"2026-11-29T12:00:00.000Z"')
  })

  it.each(['2026-13-45T99:99:99.000Z', '2026-11-29T12:00:00.000Z.'])(
    'leaves a text that is no time as it is: %s',
    async (text) => {
      expect(await sheet({ external_transfer_id: text })).toMatch(
        new RegExp(`^ +external transfer id +${text.replaceAll('.', String.raw`\.`)}$`, 'm'),
      )
    },
  )
})
