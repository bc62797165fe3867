import { operations } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import * as browser from '../src/browser.ts'
import * as node from '../src/index.ts'
import { keys } from './scripted-server.ts'

const groups = [...new Set(operations.map(({ group }) => group))]

describe.each([
  ['Node', node],
  ['browsers', browser],
] as const)('the entry for %s', (_platform, entry) => {
  it.each(groups)('exports the class of client.%s', (group) => {
    const { privateKey } = keys
    const client = new entry.VadiumClient({ baseUrl: 'http://127.0.0.1:3000', privateKey })
    const resource = Object.entries(client).find(([name]) => name === group)?.[1] as object
    expect(Object.values(entry)).toContain(resource.constructor)
  })
})
