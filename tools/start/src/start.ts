import { join, relative } from 'node:path'
import { type Database, openDatabase } from './database.ts'
import { type DemoBook, writeDemoBook } from './demo-book.ts'
import { demoPublicKeys, profilesPath } from './demo-keys.ts'
import { makeFolder } from './owned-files.ts'
import { portTaken, portToListenOn } from './port.ts'
import { Service, type ServiceEnd } from './service.ts'
import { ServiceLog } from './service-log.ts'
import { demoFolder, serviceOrigin, serviceUrl, type Settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { StopRequest } from './stop-request.ts'
import { welcome } from './welcome.ts'

/** The programs that are run. */
export interface Programs {
  readonly service: string
  readonly followParent: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** A first start loads the demo book, and a restart after a crash may have to recover the database. */
const readyMillisecondsMax = 120_000
/** Beyond what the service allows itself. */
const stopMillisecondsMore = 5_000

/**
 * Runs the service on its database until it is told to stop.
 *
 * @returns the exit code: 0 when it was told to.
 * @throws StartError, or LocalPostgresError, when it cannot be run.
 */
export async function start(
  asked: Settings,
  programs: Programs,
  environment: Environment,
): Promise<number> {
  let service: Service | undefined
  const stop = new StopRequest(() => {
    service?.kill()
    process.exit(130)
  })
  const settings = { ...asked, port: await portToListenOn(asked.host, asked.port) }
  makeFolder(settings.dataFolder, 0o755)
  const demo = settings.scenario === undefined ? prepareDemo(settings) : undefined
  const database = await openDatabase(settings, demo?.databaseName ?? 'vadium')
  try {
    if (stop.isMade) return 0
    const scenario = settings.scenario ?? demo?.path
    const log = serviceLog(settings)
    service = new Service({
      program: programs.service,
      followParent: programs.followParent,
      environment: serviceEnvironment(environment, settings, database, scenario),
      output: log?.file ?? 'inherit',
    })
    return await untilStopped(service, stop, settings, log)
  } finally {
    await database.stop()
  }
}

function prepareDemo(settings: Settings): DemoBook {
  const folder = demoFolder(settings)
  return writeDemoBook(folder, demoPublicKeys(folder, serviceUrl(settings)))
}

function serviceEnvironment(
  environment: Environment,
  { host, port }: Settings,
  database: Database,
  scenario: string | undefined,
): Environment {
  return {
    ...environment,
    DATABASE_URL: database.url,
    SCENARIO: scenario,
    HOST: host,
    PORT: String(port),
  }
}

function serviceLog({ logsToTerminal, dataFolder, port }: Settings): ServiceLog | undefined {
  if (logsToTerminal) return undefined
  return new ServiceLog(join(dataFolder, 'logs'), port, (sentence) => {
    process.stderr.write(`${sentence}\n`)
  })
}

async function untilStopped(
  service: Service,
  stop: StopRequest,
  settings: Settings,
  log: ServiceLog | undefined,
): Promise<number> {
  const stopped = stop.made.then(() => 'stopped' as const)
  const readyUrl = `${serviceOrigin(settings)}/readyz`
  let state = await Promise.race([service.untilReady(readyUrl, readyMillisecondsMax), stopped])
  if (state === 'ready') {
    process.stdout.write(`${welcomeTo(settings, log)}\n`)
    state = await Promise.race([service.ended.then(() => 'ended' as const), stopped])
  }
  if (state === 'ended') {
    const end = await service.ended
    log?.close()
    throw await reasonOf(end, settings, log)
  }
  if (state === 'late') process.stderr.write('The service does not become ready; it is stopped.\n')
  else process.stdout.write('\nStopping.\n')
  const { code } = await service.stop(settings.shutdownSecondsMax * 1000 + stopMillisecondsMore)
  log?.close()
  return state === 'stopped' && code === 0 ? 0 : 1
}

function welcomeTo(settings: Settings, log: ServiceLog | undefined): string {
  const shown = (path: string) => {
    const near = relative(process.cwd(), path)
    return near.startsWith('..') ? path : near
  }
  return welcome({
    url: serviceUrl(settings),
    profiles:
      settings.scenario === undefined ? shown(profilesPath(demoFolder(settings))) : undefined,
    scenario: shown(settings.scenario ?? join(demoFolder(settings), 'scenario.json')),
    log: log && shown(log.path),
  })
}

/** Why the service has ended by itself, as far as it has said. */
async function reasonOf(
  { code, signal }: ServiceEnd,
  { host, port, databaseUrl }: Settings,
  log: ServiceLog | undefined,
): Promise<StartError> {
  const said = log?.lastWords ?? ''
  if (said.includes('EADDRINUSE')) return portTaken(host, port)
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`
  const lines = [`The service has ended ${how}.`, ...(said === '' ? [] : [said])]
  if (said.startsWith('The scenario cannot be loaded') && databaseUrl !== undefined) {
    lines.push('If the database of DATABASE_URL holds another book already, give an empty one.')
  }
  if (log !== undefined) lines.push(`Its log is ${log.path}.`)
  return new StartError(lines.join('\n'))
}
