import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { whyAway } from '../../../src/platform/db/database-away.ts'
import { ReadOnlyServerError } from '../../../src/platform/db/database-failure.ts'
import { StartError } from '../../../src/platform/start-error.ts'

const withCode = <E extends Error>(error: E, members: object) => Object.assign(error, members)
const ofSystem = (code: string, syscall = 'connect') =>
  withCode(new Error(`${syscall} ${code} 10.0.0.7`), { code, syscall })
const ofServer = (code: string, message = 'a message') =>
  withCode(new pg.DatabaseError(message, message.length, 'error'), { code })

describe('a start that fails', () => {
  it.each([
    [ofSystem('ECONNREFUSED'), 'refuses connections'],
    [withCode(new AggregateError([ofSystem('ECONNREFUSED')]), {}), 'refuses connections'],
    [ofSystem('ENOENT'), 'refuses connections'],
    [ofSystem('ETIMEDOUT'), 'in time'],
    [new Error('timeout expired'), 'in time'],
    [new Error('Query read timeout'), 'in time'],
    [ofSystem('ENOTFOUND', 'getaddrinfo'), 'cannot be looked up'],
    [ofSystem('EAI_AGAIN', 'getaddrinfo'), 'cannot be looked up'],
    [ofSystem('EHOSTUNREACH'), 'cannot be reached'],
    [new Error('Connection terminated unexpectedly'), 'was lost'],
    [ofSystem('ECONNRESET', 'read'), 'was lost'],
    [ofServer('57P03', 'the database system is starting up'), 'starting up'],
    [ofServer('57P01'), 'was lost'],
    [ofServer('53300'), 'no free connection'],
    [ofServer('08P01', 'pgbouncer cannot connect to server'), 'refuses connections'],
    [new ReadOnlyServerError('it is a standby'), 'takes no writes'],
    [ofServer('25006'), 'takes no writes'],
  ])('waits after %s', (error, why) => {
    expect(whyAway(error)).toContain(why)
    expect(whyAway(error)).not.toContain('10.0.0.7')
  })

  it.each([
    [ofServer('28P01', 'password authentication failed')],
    [ofServer('28000')],
    [ofServer('3D000', 'database "none" does not exist')],
    [ofServer('08P01', 'password authentication failed')],
    [ofServer('42501')],
    [ofSystem('ENOENT', 'open')],
    [ofSystem('EACCES')],
    [new StartError('PostgreSQL runs with fsync = off')],
    [new TypeError('x is not a function')],
    ['no error'],
  ])('ends after %s', (error) => {
    expect(whyAway(error)).toBeUndefined()
  })
})
