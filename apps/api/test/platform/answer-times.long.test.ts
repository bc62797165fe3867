import { timeToAnswer } from '@vadium/margin'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayMs, hourMs, localInstant } from '../../src/platform/instant.ts'
import { changingZones } from '../harness/answer-times.ts'
import { buildProgram, type BuiltService } from '../harness/built-service.ts'
import { seedFrom } from '../harness/long-run.ts'
import { Random } from '../harness/random.ts'

let program: BuiltService
beforeAll(async () => {
  program = await buildProgram('answer-times')
})

const seed = seedFrom('ANSWER_TIMES_SEED', 20261127)

describe('the time to answer in zones that change their clocks', () => {
  it('is the same in processes of other zones and languages', async () => {
    const environments = [
      { TZ: 'UTC', LC_ALL: 'C' },
      { TZ: 'Pacific/Kiritimati', LC_ALL: 'ar_EG.UTF-8', LANG: 'ar_EG.UTF-8' },
      { TZ: 'America/St_Johns', LC_ALL: 'th_TH.UTF-8', LANG: 'th_TH.UTF-8' },
    ]
    const printed = await Promise.all(
      environments.map(async (environment) => {
        const running = program.start({ ANSWER_TIMES: 'print', ...environment })
        expect(await running.ended).toBe(0)
        return running.output().trim().split(' ')
      }),
    )
    // The zones were used: the epoch has another hour in each.
    expect(new Set(printed.map(([, hour]) => hour)).size).toBe(3)
    expect(new Set(printed.map(([, , times]) => times)).size).toBe(1)
  })

  it(`keeps its bounds and its order in 20,000 random cases (${seed})`, () => {
    const random = new Random(seed)
    const local = new Map<string, number>()
    for (let round = 0; round < 20_000; round += 1) {
      const zone = changingZones[random.below(changingZones.length)] ?? 'UTC'
      const instantOf = (day: string, time: string): number => {
        const key = `${zone} ${day} ${time}`
        const known = local.get(key) ?? localInstant(zone, day, time)
        local.set(key, known)
        return known
      }
      const quarter = (from: number, count: number) => {
        const minutes = from + 15 * random.below(count)
        return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
      }
      const [notificationTime, responseTime] = [quarter(0, 12), quarter(180, 12)]
      const holidays = Array.from({ length: random.below(30) }, () =>
        new Date(Date.UTC(2026, 9, 20 + random.below(40))).toISOString().slice(0, 10),
      )
      const weekend = [1, 2, 3, 4, 5, 6, 7].filter(() => random.chance(0.3))
      const cureTimeSeconds = 1 + random.below(5 * 86_400)
      const given = {
        cureTimeSeconds,
        calendars: [{ weekend, holidays }],
        notificationTime,
        responseTime,
        instantOf,
      }
      // Around the days on which clocks are set back in autumn, and forward in the south.
      const createMs = Date.UTC(2026, 9, 1) + random.below(45 * 24 * 3600) * 1000
      const laterMs = createMs + random.below(48 * 3600) * 1000
      const [first, later] = [createMs, laterMs].map((ms) =>
        timeToAnswer({ ...given, createMs: ms }),
      )
      const curedMs = createMs + cureTimeSeconds * 1000
      const shown = JSON.stringify({ zone, createMs, laterMs, ...given })
      expect(first?.expireMs, shown).toBeGreaterThanOrEqual(curedMs)
      expect(first?.expireMs, shown).toBeLessThanOrEqual(curedMs + 10 * dayMs)
      expect(later?.expireMs, shown).toBeGreaterThanOrEqual(first?.expireMs ?? 0)
      // What a search of every day finds, which knows nothing of the day of the creation.
      const days = Array.from({ length: 40 }, (_, i) =>
        new Date(createMs + (i - 2) * dayMs).toISOString().slice(0, 10),
      )
      const possible = days.filter(
        (day) =>
          instantOf(day, notificationTime) >= createMs && instantOf(day, responseTime) >= curedMs,
      )
      const working = possible.find(
        (day) =>
          !holidays.includes(day) && !weekend.includes(((new Date(day).getUTCDay() + 6) % 7) + 1),
      )
      const at = (day: string | undefined) =>
        day === undefined ? Infinity : instantOf(day, responseTime)
      const soonest = at(working) > curedMs + 240 * hourMs ? at(possible[0]) : at(working)
      expect(first?.expireMs, shown).toBe(soonest)
    }
  })
})
