import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brunoFiles, brunoFolders } from './bruno.ts'
import { refreshFiles } from './generated-files.ts'
import { introduction } from './introduction.ts'
import { operationSummaries, readingRoles } from './operation-summaries.ts'
import { fillPlaces } from './places.ts'
import { pythonClient } from './python/python-client.ts'
import { generatedFolders, sdkFiles } from './sdk/write-sdk.ts'
import { sampleFiles } from './samples.ts'
import { tables } from './tables.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const documents = [
  'README.md',
  'docs/api.md',
  'docs/defaults.md',
  'docs/guides/signing.md',
  'docs/operating.md',
  'docs/state-machines.md',
]
const write = process.argv.includes('--write')

const files = sdkFiles()
for (const document of documents) {
  files.set(document, fillPlaces(await readFile(`${root}${document}`, 'utf8'), tables))
}
files.set(
  'apps/api/src/platform/http/documents/introduction.json',
  JSON.stringify({ description: introduction }),
)
files.set('apps/console/src/service/operation-summaries.ts', operationSummaries())
files.set('apps/console/src/service/reading-roles.ts', readingRoles())
files.set('docs/examples/vadium.py', await pythonClient(root))
for (const [path, text] of await sampleFiles(root)) files.set(path, text)
for (const [path, text] of await brunoFiles(root)) files.set(path, text)
const folders = [...generatedFolders, ...brunoFolders]
const changed = await refreshFiles(root, files, folders, write)
for (const path of changed) {
  process.stdout.write(write ? `${path} written\n` : `${path} is stale: run "pnpm docs:write"\n`)
}
process.exitCode = write || changed.length === 0 ? 0 : 1
