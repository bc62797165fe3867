import pg, { type PoolClient } from 'pg'
import { verbAndTable, withoutDigest } from '../statement-name.ts'
import type { OpenSpan, Tracing } from './tracing.ts'

/** The callback of a pg query. */
type QueryCallback = (error: unknown, ...results: unknown[]) => void

/**
 * Records a span for each statement of a connection. It contains the statement's name, but neither
 * its text nor its values.
 */
export function traceStatements(client: PoolClient, tracing: Tracing): void {
  // The types of pg have one signature for each form of the call. The arguments are passed on
  // unchanged.
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const traced = (...given: unknown[]): unknown => {
    const span = tracing.beginCallWithin(statementName(given[0]), {
      'db.system.name': 'postgresql',
    })
    if (span === undefined) return query(...given)
    const [first] = given
    const last = given.at(-1)
    if (hasCallback(first)) {
      const { callback } = first
      first.callback = endingBefore(span, callback)
      return query(...given)
    }
    if (typeof last === 'function') {
      return query(...given.slice(0, -1), endingBefore(span, last as QueryCallback))
    }
    const answer = query(...given)
    if (answer instanceof Promise) {
      answer.then(
        () => span.end(),
        (error: unknown) => span.end({}, failureOf(error)),
      )
    }
    return answer
  }
  client.query = traced as PoolClient['query']
}

function endingBefore(span: OpenSpan, callback: QueryCallback): QueryCallback {
  return (error, ...results) => {
    if (error === null || error === undefined) span.end()
    else span.end({}, failureOf(error))
    callback(error, ...results)
  }
}

function failureOf(error: unknown): string {
  if (error instanceof pg.DatabaseError) return error.code ?? 'DatabaseError'
  return error instanceof Error ? error.name : 'unknown'
}

function hasCallback(query: unknown): query is { callback: QueryCallback } {
  return isObject(query) && typeof query['callback'] === 'function'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The prepared name of a statement without its digest, or its verb and table. */
function statementName(query: unknown): string {
  if (isObject(query) && typeof query['name'] === 'string') return withoutDigest(query['name'])
  const text = isObject(query) ? query['text'] : query
  return typeof text === 'string' ? verbAndTable(text) : 'statement'
}
