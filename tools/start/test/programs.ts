import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServiceCommand } from '../src/service.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A program of the tests, by its name. */
export function testProgram(name: string): string {
  return fileURLToPath(new URL(`programs/${name}`, import.meta.url))
}

/** The stand-in for the service, and follow-parent.ts without a build: it is plain JavaScript. */
export function standInPrograms(): ServiceCommand['programs'] {
  const copy = join(temporaryFolder(), 'follow-parent.mjs')
  copyFileSync(new URL('../src/follow-parent.ts', import.meta.url), copy)
  return { service: testProgram('stand-in-service.mjs'), followParent: pathToFileURL(copy).href }
}
