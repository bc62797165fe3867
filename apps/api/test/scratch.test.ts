import { writeFileSync } from 'node:fs'
import { it } from 'vitest'
import { playDeal } from '../../cli/src/demo/play-deal.ts'
import { roughDeal as demoDeal } from './harness/rough-deal.ts'
import { DealTeller } from '../../cli/src/demo/shown-deal.ts'
import { stageOf, startSandbox } from './harness/deal-player.ts'

it('plays', async () => {
  const sandbox = await startSandbox()
  const stage = stageOf(sandbox, 'try')
  const episodes = []
  const tellers = [80, 120].map((columns) => ({ columns, teller: new DealTeller(demoDeal, columns), lines: [] as string[] }))
  for (const { teller, lines } of tellers) lines.push(...teller.beginning('http://127.0.0.1:3000', 'vadium'))
  try {
    for await (const episode of playDeal(demoDeal, stage)) {
      episodes.push(episode)
      for (const { teller, lines } of tellers) lines.push(...teller.scene(episode))
    }
  } finally {
    for (const { columns, lines } of tellers) writeFileSync(`/tmp/demo-${columns}.txt`, lines.join('\n') + '\n')
    writeFileSync('/tmp/demo.json', JSON.stringify(episodes, null, 1))
    writeFileSync('/tmp/demo.log', sandbox.service.log.join(''))
    await stage.close()
    await sandbox.service.close()
  }
}, 120000)
