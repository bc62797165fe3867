import { readFile } from 'node:fs/promises'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { openApiDocument } from '@vadium/schema'

// Redocly and Spectral read the OpenAPI document and must find nothing. It takes half a minute.
const folder = new URL('../../apps/api/src/platform/http/documents/', import.meta.url)
const read = async (name) => JSON.parse(await readFile(new URL(name, folder), 'utf8'))

const { description } = await read('introduction.json')
const examples = await read('examples.json')
const samples = await read('samples.json')
const source = JSON.stringify(
  openApiDocument({ version: '0.1.0', basePath: '', description, examples, samples }),
)

async function redoclyFaults() {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const faults = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return faults.map(({ ruleId, message, location: [place] }) =>
    ['Redocly', ruleId, place?.pointer, message].join(' '),
  )
}

async function spectralFaults() {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] })
  const faults = await linter.run(source)
  return faults.map(({ code, message, path }) =>
    ['Spectral', code, path.join('/'), message].join(' '),
  )
}

const faults = [...(await redoclyFaults()), ...(await spectralFaults())]
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.stdout.write(`${faults.length} problems in the OpenAPI document\n`)
process.exitCode = faults.length === 0 ? 0 : 1
