import { reportExposureByAsset } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { csvText } from '../../../src/platform/lists/csv-text.ts'
import { type Batch, chunksOf, type ExportText } from '../../../src/platform/lists/export-text.ts'
import { exportedList } from '../../../src/platform/lists/exported-list.ts'
import { jsonText } from '../../../src/platform/lists/json-export.ts'

const list = exportedList(reportExposureByAsset)
const [json, csv] = [jsonText(list), csvText(list)]
const row = { asset: 'BTC', open_positions: 1 }

/** The text written for batches, each of which takes this long to find. */
async function written(
  text: ExportText,
  batches: readonly Batch[],
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
  it('writes its beginning with the first rows, and a comma between batches', async () => {
    expect(await written(json, [[row, row], [row]])).toEqual([
      '{"exposures":[{"asset":"BTC","open_positions":1},{"asset":"BTC","open_positions":1}',
      ',{"asset":"BTC","open_positions":1}',
      ']}',
    ])
  })

  it.each([
    ['JSON', json, '{"exposures":[1,2]}'],
    ['CSV', csv, `${csv.begin.join('')}12`],
  ])('takes batches that are written already as %s', async (_name, text, whole) => {
    expect((await written(text, ['1', '2'])).join('')).toBe(whole)
  })

  it.each([
    ['JSON', json, '{"exposures":[]}'],
    ['CSV', csv, csv.begin.join('')],
  ])('is complete as %s without rows', async (_name, text, whole) => {
    expect((await written(text, [])).join('')).toBe(whole)
  })

  it('writes at least every four seconds while it looks for rows, and never part of a word', async () => {
    const rows = json.rows([row])
    expect(await written(json, [...nothing(9), [row]])).toEqual([
      '{"exposures":[',
      '\n',
      '\n',
      rows,
      ']}',
    ])
    const [first, second, third, ...others] = csv.begin
    expect([first, second]).toEqual(['asset,', 'open_positions,'])
    expect(await written(csv, [...nothing(9), [row]])).toEqual([
      first,
      second,
      third,
      others.join('') + csv.rows([row]),
    ])
  })

  it('writes white space in JSON for as long as it takes', async () => {
    const text = (await written(json, [...nothing(100), [row]], 4000)).join('')
    expect(text).toHaveLength(`{"exposures":[]}`.length + 99 + JSON.stringify(row).length)
    expect(JSON.parse(text)).toEqual({ exposures: [row] })
  })

  it('writes one column of its CSV header at a time', async () => {
    const chunks = await written(csv, [...nothing(1000), [row]], 4000)
    expect(chunks).toHaveLength(csv.begin.length + 1)
    expect(chunks.join('')).toBe(csv.begin.join('') + csv.rows([row]))
  })
})
