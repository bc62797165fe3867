import { operations } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { inputOf, isPreview, isReading, toolOf } from '../src/tools.ts'

const read = operations.filter(isReading)
const named = (id: string) => {
  const operation = operations.find((one) => one.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  return operation
}

describe('the tools', () => {
  it('have each member once, wherever it is sent', () => {
    for (const { id, params, query, body } of read) {
      const names = [params, query, body].flatMap((part) => Object.keys(part?.properties ?? {}))
      expect(new Set(names).size, id).toBe(names.length)
    }
  })

  it('are described by the operations, without what only this house knows', () => {
    const { name, title, description, inputSchema } = toolOf(named('listTransfers'))
    const { summary, description: text } = named('listTransfers')
    expect({ name, title, description }).toEqual({
      name: 'listTransfers',
      title: summary,
      description: text,
    })
    expect(Object.keys(inputSchema.properties ?? {})).toContain('page_token')
    expect(JSON.stringify(read.map(toolOf))).not.toContain('"x-')
  })

  it('have names that every client takes, and fit into a context', () => {
    for (const { name } of read.map(toolOf)) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(JSON.stringify(read.map(toolOf)).length).toBeLessThan(80_000)
  })

  it('always have the calculation of a preview, and JSON', () => {
    const preview = named('previewMarkToMarketRequest')
    expect(Object.keys(toolOf(preview).inputSchema.properties ?? {})).toEqual(['position_id'])
    expect(inputOf(preview, { position_id: 'p' })).toEqual({
      body: { position_id: 'p', explain: true },
    })
    const report = toolOf(named('reportInterest')).inputSchema
    expect(report.properties).not.toHaveProperty('format')
  })

  it('include each preview', () => {
    expect(read.filter(isPreview).map(({ id }) => id)).toEqual([
      'previewMarkToMarketRequest',
      'previewCallSet',
      'previewCloseOut',
      'previewRequest',
    ])
  })
})
