import { describe, expect, it } from 'vitest'
import { DatabaseHosts } from '../../../src/platform/db/database-hosts.ts'

const urlsOf = (hosts: DatabaseHosts) =>
  Array.from({ length: hosts.count }, () => {
    const { url } = hosts
    hosts.moveOnFrom(url)
    return url
  })

describe('the hosts of DATABASE_URL', () => {
  it.each([
    ['postgres://u:p@a:5432/db', ['postgres://u:p@a:5432/db'], false],
    ['postgres://a/db?sslmode=require', ['postgres://a/db?sslmode=require'], false],
    ['postgres://u@/db?host=/run/postgresql', ['postgres://u@/db?host=/run/postgresql'], false],
    ['/run/postgresql db', ['/run/postgresql db'], false],
    ['postgres://u@a/db?target_session_attrs=read-write', ['postgres://u@a/db'], true],
    [
      'postgres://u:p%40@a:5432,b:5433,[::1]:5434/db?target_session_attrs=read-write',
      [
        'postgres://u:p%40@a:5432/db',
        'postgres://u:p%40@b:5433/db',
        'postgres://u:p%40@[::1]:5434/db',
      ],
      true,
    ],
    [
      'postgresql://a,b/db?sslmode=require&target_session_attrs=primary&application_name=x',
      [
        'postgresql://a/db?sslmode=require&application_name=x',
        'postgresql://b/db?sslmode=require&application_name=x',
      ],
      true,
    ],
    ['postgres://a,b/db', ['postgres://a/db', 'postgres://b/db'], true],
  ])('are read from %s', (databaseUrl, urls, mustWrite) => {
    const hosts = new DatabaseHosts(databaseUrl)
    expect(hosts.mustWrite).toBe(mustWrite)
    expect(urlsOf(hosts)).toEqual(urls)
    expect(hosts.url).toBe(urls[0])
  })

  it.each([
    'postgres://u:secret@a:x/db',
    'u:secret@a:5432/db',
    'http://u:secret@a/db',
    'postgres:/u:secret@a/db',
    'secret',
    'postgres://u:secret@a:x,b/db',
    'postgres://u:secret@a,,b/db',
    'postgres://u:secret@a/db?target_session_attrs=any',
    'postgres://u:secret@a,b/db?target_session_attrs=standby',
  ])('cannot be used in %s, and the password is not shown', (databaseUrl) => {
    expect(() => new DatabaseHosts(databaseUrl)).toThrow(/^DATABASE_URL (?!.*secret)/)
  })

  it('move on from the host in use, and from no other', () => {
    const hosts = new DatabaseHosts('postgres://a,b/db')
    hosts.moveOnFrom('postgres://b/db')
    expect(hosts.url).toBe('postgres://a/db')
    hosts.moveOnFrom('postgres://a/db')
    hosts.moveOnFrom('postgres://a/db')
    expect(hosts.url).toBe('postgres://b/db')
  })
})
