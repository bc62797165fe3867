import { describe, expect, it } from 'vitest'
import { readSettings, serviceUrl } from '../src/settings.ts'
import { StartError } from '../src/start-error.ts'

describe('settings', () => {
  it('have a default each', () => {
    expect(readSettings({}, '/project')).toEqual({
      dataFolder: '/project/data',
      databaseUrl: undefined,
      serviceRole: 'vadium_service',
      scenario: undefined,
      host: '127.0.0.1',
      port: 3000,
      basePath: '',
      hasConsole: true,
      logsToTerminal: false,
      shutdownSecondsMax: 10,
      sandbox: undefined,
    })
  })

  it('treat an empty variable like an unset one', () => {
    const empty = { PORT: '', DATABASE_URL: '', SCENARIO: '', VADIUM_DATA: '', VADIUM_LOGS: '' }
    expect(readSettings(empty, '/project')).toEqual(readSettings({}, '/project'))
  })

  it.each(['1', 'true'])(
    'start a sandbox with SANDBOX=%s, and another one for each seed and time',
    (SANDBOX) => {
      const sandboxOf = (more: object) => readSettings({ SANDBOX, ...more }, '/project').sandbox
      const origins = [{}, { SANDBOX_SEED: 'one' }, { SANDBOX_TIME: '2027-01-04T09:00:00.000Z' }]
      expect(new Set(origins.map(sandboxOf)).size).toBe(origins.length)
      expect(sandboxOf({})).toBe(sandboxOf({ SANDBOX_SEED: '' }))
    },
  )

  it.each(['http', '-1', '65536', '3000.5', ' 3000'])('refuse %j as a port', (PORT) => {
    expect(() => readSettings({ PORT }, '/project')).toThrow(StartError)
  })

  it.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ PORT: '8080', BASE_PATH: '/v1' }, 'http://127.0.0.1:8080/v1'],
    [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:3000'],
    [{ HOST: '::' }, 'http://[::1]:3000'],
    [{ HOST: 'localhost' }, 'http://localhost:3000'],
  ])('%j are found at %s', (environment, url) => {
    expect(serviceUrl(readSettings(environment, '/project'))).toBe(url)
  })
})
