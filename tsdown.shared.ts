import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const compiler = new URL('node_modules/typescript-native/bin/tsc', import.meta.url)

/** For packages that are published: who works in this repository reads the types of the sources. */
export const declarations = {
  // The sources alone: declarations of files outside the package would be written beside them.
  tsconfig: 'tsconfig.declarations.json',
  tsgo: { path: fileURLToPath(compiler) },
}

/**
 * Makes a built package usable from CommonJS: each entry has a file that requires the module, as
 * Node since 20.19, Bun and Deno can, and all declarations have a twin that TypeScript takes for
 * CommonJS. There is one implementation, so a class is the same however it was imported.
 */
export function writeCommonJs(dist: string, entries: readonly string[]): void {
  for (const entry of entries) {
    writeFileSync(join(dist, `${entry}.cjs`), `module.exports = require('./${entry}.js')\n`)
  }
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(join(dist, file), 'utf8')
    const twin = text.replaceAll(/((?:from |import\()["']\.[^"']*)\.js(?=["'])/g, '$1.cjs')
    writeFileSync(join(dist, file.replace(/\.d\.ts$/, '.d.cts')), twin)
  }
}
