import { errorStatuses, operations } from '@vadium/schema'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from './harness/call.ts'
import { type RunningService, startService } from './harness/service.ts'

let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

describe('/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const { body } = await call(service, { target: '/openapi.json' })
    const validator = new Validator()
    expect(await validator.validate(body as Record<string, unknown>)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('has every operation, with its statuses and no other', async () => {
    const { body } = await call(service, { target: '/openapi.json' })
    const { paths } = body as { paths: Record<string, Record<string, { responses: object }>> }
    for (const { path, method, errors } of operations) {
      const statuses = Object.keys(paths[path]?.[method.toLowerCase()]?.responses ?? {})
      expect(statuses).toEqual(['200', ...errors.map(String)])
      for (const status of errors) expect(errorStatuses).toContain(status)
    }
  })

  it('tells the roles', async () => {
    const { body } = await call(service, { target: '/openapi.json' })
    expect(body).toMatchObject({ 'x-roles': { reporting: { operations: ['listTransfers'] } } })
  })
})

describe('/docs', () => {
  it('names nothing that comes from elsewhere, and the browser is told to load nothing else', async () => {
    const page = await call(service, { target: '/docs/' })
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1])
    for (const source of sources) expect(source).not.toMatch(/^(?:https?:)?\/\//)
    expect(page.headers['content-security-policy']).toContain("default-src 'self'")
    expect(page.headers['content-security-policy']).not.toContain('http')
    const script = await call(service, { target: '/docs/js/scalar.js' })
    expect(script.status).toBe(200)
    expect(script.text.length).toBeGreaterThan(100_000)
  })
})
