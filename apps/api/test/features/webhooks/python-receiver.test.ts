import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DeliveryWorld } from '../../harness/delivery-world.ts'
import { shownInPython } from '../../harness/python-client.ts'
import { pythonProgram } from '../../harness/wanted-programs.ts'

const world = new DeliveryWorld()
beforeAll(() => world.start())
afterAll(() => world.close())

describe.runIf(pythonProgram !== undefined)('a receiver in Python', () => {
  it('takes what the service has sent, and nothing that was changed on its way', async () => {
    const path = world.newPath()
    const { secret } = await world.endpointAt(path)
    await world.happen(1)
    await world.work()
    const [arrived] = world.receiver.at(path)
    const given = JSON.stringify(JSON.stringify([arrived?.body, arrived?.headers, secret]))
    const shown = await shownInPython(
      `body, headers, secret = json.loads(${given})
vadium.time.time = lambda: ${Date.parse(world.now) / 1000}
show(vadium.verify_webhook(body.encode(), headers, secret))
show(failure(lambda: vadium.verify_webhook(body.encode() + b" ", headers, secret))["reason"])`,
      { url: world.service.url, privateKey: world.admin.privateKey },
    )
    expect(shown).toEqual([JSON.parse(arrived?.body ?? ''), 'WEBHOOK_SIGNATURE_INVALID'])
  })
})
