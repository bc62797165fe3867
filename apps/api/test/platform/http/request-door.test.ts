import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { RequestDoor } from '../../../src/platform/http/request-door.ts'

it('drops a request that waits when its response closes', () => {
  let dropped = 0
  const door = new RequestDoor({
    callers: { organizationOf: () => undefined },
    shedding: { shed: () => undefined },
    turns: { arrived: () => () => void (dropped += 1) },
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  door.arrived(request, response, () => undefined)
  expect(dropped).toBe(0)
  response.emit('close')
  expect(dropped).toBe(1)
})
