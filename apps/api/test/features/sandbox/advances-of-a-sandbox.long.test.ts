import { advanceSandbox, type Sandbox, scriptSandboxPrices } from '@vadium/schema'
import { expect, it } from 'vitest'
import { call, callOf, succeed } from '../../harness/call.ts'
import { now, World } from '../../harness/world/world.ts'

const inMs = (ms: number) => new Date(Date.parse(now) + ms).toISOString()
const end = inMs(20_000)

/**
 * The events of the lender while a deal opens and prices rise, however many advances are sent at
 * once.
 */
async function eventsOf(advancesAtOnce: number, advanceMsMax = '8000'): Promise<string[]> {
  const world = new World()
  const key = world.book.party('platform').credential('operator')
  const settings = { SANDBOX: '1', SANDBOX_TIME: now, SANDBOX_ADVANCE_MS_MAX: advanceMsMax }
  await world.start(settings)
  const advance = async (to: string) => {
    const one = () => call(world.service, callOf(advanceSandbox, { key, body: { to } }))
    const answers = await Promise.all(Array.from({ length: advancesAtOnce }, one))
    // On a busy machine, one that waits for the others is refused, and is sent again as by a
    // client.
    const refusals = answers.filter(({ status }) => status !== 200 && status !== 429)
    expect(refusals).toEqual([])
    return answers.some(({ status, body }) => status === 200 && (body as Sandbox).time === to)
  }
  try {
    await world.orders.accepted()
    await world.orders.accepted()
    const prices = ['60000', '70000', '75000', '80000', '60000'].map((price_usd, i) => {
      return { time: inMs(1 + i * 2000), asset: 'BTC', source: 'script', price_usd }
    })
    await succeed(world.service, scriptSandboxPrices, { key, body: { prices } })
    while (!(await advance(end)));
    // The last of them may have been shortened.
    await advance(end)
    const { rows } = await world.service.database.query<{ line: string }>(
      `SELECT concat_ws(' ', time, type, data #>> '{change,resource}', data #>> '{change,to}',
         data #>> '{progress,provider_lifecycle,label}', data #>> '{notification,title}') AS line
       FROM events WHERE organization_id = $1 ORDER BY position`,
      [world.lender.id],
    )
    return rows.map(({ line }) => line)
  } finally {
    await world.close()
  }
}

it('has one history, however often an advance is interrupted and however many are sent at once', async () => {
  const whole = await eventsOf(1)
  expect(whole.filter((line) => line.includes('level reached'))).not.toEqual([])
  expect(await eventsOf(1, '0')).toEqual(whole)
  expect(await eventsOf(3)).toEqual(whole)
}, 120_000)
