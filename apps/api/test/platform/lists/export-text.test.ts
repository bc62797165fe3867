import { reportExposureByAsset } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { csvText } from '../../../src/platform/lists/csv-text.ts'
import { chunksOf, type ExportText } from '../../../src/platform/lists/export-text.ts'
import { exportedList } from '../../../src/platform/lists/exported-list.ts'
import { jsonText } from '../../../src/platform/lists/json-export.ts'

const list = exportedList(reportExposureByAsset)
const [json, csv] = [jsonText(list), csvText(list)]
const row = { asset: 'BTC', open_positions: 1 }

/** What is written of batches, each of which takes so long to find. */
async function written(
  text: ExportText,
  batches: readonly (readonly object[])[],
  batchMs = 1000,
): Promise<string[]> {
  let nowMs = 0
  async function* slowly() {
    for (const batch of batches) {
      await Promise.resolve()
      nowMs += batchMs
      yield batch
    }
  }
  const chunks: string[] = []
  for await (const chunk of chunksOf(text, slowly(), () => nowMs)) chunks.push(chunk)
  return chunks
}
const nothing = (count: number): object[][] => Array.from({ length: count }, () => [])

describe('an export', () => {
  it('has its beginning with the first rows, and a comma between batches', async () => {
    expect(await written(json, [[row, row], [row]])).toEqual([
      '{"exposures":[{"asset":"BTC","open_positions":1},{"asset":"BTC","open_positions":1}',
      ',{"asset":"BTC","open_positions":1}',
      ']}',
    ])
  })

  it.each([
    ['JSON', json, '{"exposures":[]}'],
    ['CSV', csv, csv.begin],
  ])('of nothing is whole as %s', async (_name, text, whole) => {
    expect((await written(text, [])).join('')).toBe(whole)
  })

  it('gives a sign of life every four seconds at the most while it looks for rows', async () => {
    expect(await written(json, [...nothing(9), [row]])).toEqual([
      '{',
      '"',
      'e',
      'xposures":[{"asset":"BTC","open_positions":1}',
      ']}',
    ])
  })

  it('of JSON says nothing for as long as it takes', async () => {
    const text = (await written(json, [...nothing(100), [row]], 4000)).join('')
    expect(text).toHaveLength(`{"exposures":[]}`.length + 86 + JSON.stringify(row).length)
    expect(JSON.parse(text)).toEqual({ exposures: [row] })
  })

  it('of CSV lasts as long as its header', async () => {
    const chunks = await written(csv, [...nothing(1000), [row]], 4000)
    expect(chunks).toHaveLength(csv.begin.length + 1)
    expect(chunks.join('')).toBe(csv.begin + csv.rows([row], true))
  })
})
