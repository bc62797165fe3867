import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalPostgresError } from './local-postgres-error.ts'

/** The folder of a local server, and the paths of its files. */
export interface Place {
  readonly folder: string
  /** The parent of the data folder: `folder`, unless the data were moved. */
  readonly home: string
  readonly dataFolder: string
  readonly passwordFile: string
  readonly logFile: string
}

export function placeOf(folder: string): Place {
  const home = homeOf(folder)
  return {
    folder,
    home,
    dataFolder: join(home, 'data'),
    passwordFile: join(folder, 'password'),
    logFile: join(folder, 'server.log'),
  }
}

/** Writes to the folder that its data were moved. */
export function putSignpost(folder: string, home: string): void {
  const sign = signpost(folder)
  writeFileSync(`${sign}.new`, `${home}\n${folder}\n`)
  renameSync(`${sign}.new`, sign)
}

function signpost(folder: string): string {
  return join(folder, 'moved-to')
}

function homeOf(folder: string): string {
  const sign = signpost(folder)
  if (!existsSync(sign)) return folder
  const [home = '', from = ''] = readFileSync(sign, 'utf8').split('\n')
  if (from !== folder) {
    throw new LocalPostgresError(
      `${sign} was written for the folder ${from}, whose data are in ${home}. If that folder was ` +
        `moved here, put ${folder} in its second line. If it was copied here, delete the file to ` +
        'start with an empty database.',
    )
  }
  if (!existsSync(home)) {
    throw new LocalPostgresError(
      `${sign} says that the data are in ${home}, but that folder does not exist. Delete the file ` +
        'to start with an empty database.',
    )
  }
  return home
}
