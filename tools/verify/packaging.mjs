import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** Packs what is published, as it would be published, and looks at it as its users will find it. */
const [scratch = ''] = process.argv.slice(2)
const published = [
  'packages/schema',
  'packages/margin',
  'packages/client',
  'packages/mcp',
  'apps/cli',
]

let failed = false
function run(command, parameters, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    encoding: 'utf8',
    ...options,
  })
  if (status !== 0) complain(`${command} ${parameters.join(' ')}\n${stdout}${stderr}`)
}

function complain(text) {
  failed = true
  console.log(text)
}

/** What a program resolves that does not read the package's `exports`. */
const withoutExports = 'node10'
/** The other packages are for programs that are modules. */
const forCommonJs = /^vadium-(?:client|margin)-/

const filters = published.flatMap((folder) => ['--filter', `./${folder}`])
run('pnpm', ['--recursive', ...filters, 'pack', '--pack-destination', scratch])
const tarballs = readdirSync(scratch).filter((name) => name.endsWith('.tgz'))
if (tarballs.length !== published.length) complain(`packed ${tarballs.join(', ')} only`)

for (const tarball of tarballs) {
  const packed = new Uint8Array(readFileSync(join(scratch, tarball)))

  const { messages, pkg } = await publint({ pack: { tarball: packed.buffer }, strict: true })
  for (const message of messages) complain(`${tarball}: ${formatMessage(message, pkg)}`)

  const { types, problems } = await checkPackage(createPackageFromTarballData(packed))
  if (types === false) complain(`${tarball} has no types`)
  for (const problem of problems ?? []) {
    if (problem.resolutionKind === withoutExports) continue
    if (problem.resolutionKind === 'node16-cjs' && !forCommonJs.test(tarball)) continue
    complain(`${tarball}: ${JSON.stringify(problem)}`)
  }
}
// Who installs the SDK installs no TypeBox: neither its code nor its types may name it.
for (const name of readdirSync('packages/client/dist')) {
  const text = readFileSync(join('packages/client/dist', name), 'utf8')
  if (!/["'](?:@sinclair\/typebox|@vadium\/schema)/.test(text)) continue
  complain(`packages/client/dist/${name} imports the schema or TypeBox`)
}
run('node', ['size.mjs'], { cwd: 'packages/client' })
run('node', ['size.mjs'], { cwd: 'apps/console' })
process.exitCode = failed ? 1 : 0
