import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { rememberBuild, sourcesIn, startedPackages } from './built-tree.mjs'
import { quietTools } from './quiet-tools.mjs'

// Builds every package, or with --start what `npm start` runs. Turbo takes the other options.
const root = fileURLToPath(new URL('../..', import.meta.url))
const given = process.argv.slice(2)
const options = given.filter((option) => option !== '--start')
const programs = startedPackages(root).map((name) => `--filter=${name}`)
const what = [...(given.includes('--start') ? programs : []), '--env-mode=loose', ...options]

const sources = sourcesIn(root)
const { status } = spawnSync(`turbo run build ${what.join(' ')}`, {
  cwd: root,
  env: { ...process.env, ...quietTools },
  stdio: 'inherit',
  shell: true,
})
if (status !== 0) process.exit(status ?? 1)
// Another option may have left something out of the build.
if (options.every((option) => option.startsWith('--output-logs='))) rememberBuild(root, sources)
