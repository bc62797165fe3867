import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { rememberBuild, started } from './built.mjs'
import { quietTools } from './quiet-tools.mjs'

// Builds every package, or with --start what `npm start` runs. Turbo takes the other options.
const root = fileURLToPath(new URL('../..', import.meta.url))
const given = process.argv.slice(2)
const options = given.filter((option) => option !== '--start')
const programs = given.includes('--start') ? started.map((name) => `--filter=${name}`) : []
const line = ['turbo run build --env-mode=loose', ...programs, ...options].join(' ')

const begun = Date.now()
const env = { ...process.env, ...quietTools }
const { status } = spawnSync(line, { cwd: root, env, stdio: 'inherit', shell: true })
if (status !== 0) process.exit(status ?? 1)
// Another option may have left something out of the build.
if (options.every((option) => option.startsWith('--output-logs='))) rememberBuild(root, begun)
