import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { fillPlaces } from './places.ts'
import { tables } from './tables.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const documents = ['README.md', 'docs/api.md', 'docs/operating.md', 'docs/state-machines.md']
const write = process.argv.includes('--write')

let stale = 0
for (const document of documents) {
  const path = `${root}${document}`
  const before = await readFile(path, 'utf8')
  const options = await resolveConfig(path)
  const after = await format(fillPlaces(before, tables), { ...options, filepath: path })
  if (before === after) continue
  if (write) {
    await writeFile(path, after)
    process.stdout.write(`${document} written\n`)
    continue
  }
  stale += 1
  process.stdout.write(`${document} is stale: run "pnpm docs:write"\n`)
}
process.exitCode = stale === 0 ? 0 : 1
