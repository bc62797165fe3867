import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { historyOf } from '../../harness/recorded-history.ts'
import { roughDeal } from '../../harness/rough-deal.ts'

/**
 * Recorded with `historyOf(roughDeal)` at commit 245277e1, the last one without amends, levels of
 * requests, monthly interest, maturities, defaults and close-outs. It is not recorded again: terms
 * that do not name any of these must leave a deal as it was.
 */
const path = fileURLToPath(new URL('recorded-rough-deal.txt', import.meta.url))

it('A deal under default terms has the history that was recorded, byte for byte', async () => {
  const recorded = readFileSync(path, 'utf8').trimEnd().split('\n')
  const history = await historyOf(roughDeal, recorded)
  expect(history).toEqual(recorded)
  expect(history.length).toBeGreaterThan(150)
}, 120_000)
