import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Packs what is published, as it would be published, and looks at it as its users will find it. */
const [scratch = ''] = process.argv.slice(2)
const published = ['packages/schema', 'packages/margin', 'packages/client', 'apps/cli']

let failed = false
function run(command, parameters, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    encoding: 'utf8',
    ...options,
  })
  if (status === 0) return
  failed = true
  console.log(`${command} ${parameters.join(' ')}\n${stdout}${stderr}`)
}

for (const folder of published) {
  for (const old of readdirSync(scratch).filter((name) => name.endsWith('.tgz'))) {
    rmSync(join(scratch, old))
  }
  run('pnpm', ['pack', '--pack-destination', scratch], { cwd: folder })
  const [tarball] = readdirSync(scratch).filter((name) => name.endsWith('.tgz'))
  if (tarball === undefined) continue
  run('publint', ['run', '--strict', join(scratch, tarball)])
  run('attw', [join(scratch, tarball), '--profile', 'esm-only'])
}
// Who installs the SDK installs no TypeBox: neither its code nor its types may name it.
for (const name of readdirSync('packages/client/dist')) {
  const text = readFileSync(join('packages/client/dist', name), 'utf8')
  if (!/["'](?:@sinclair\/typebox|@vadium\/schema)/.test(text)) continue
  failed = true
  console.log(`packages/client/dist/${name} imports the schema or TypeBox`)
}
run('pnpm', ['--filter', '@vadium/client', 'run', 'size'])
run('pnpm', ['--filter', '@vadium/console', 'run', 'size'])
process.exitCode = failed ? 1 : 0
