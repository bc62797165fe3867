import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isBuilt } from './built-tree.mjs'

// What `npm start` runs: the build, if anything has changed, and then the start.
const root = fileURLToPath(new URL('../..', import.meta.url))

if (!isBuilt(root)) {
  const manifest = new URL('../../package.json', import.meta.url)
  const { packageManager } = JSON.parse(readFileSync(manifest, 'utf8'))
  // pnpm installs what is missing before it runs the script.
  const { status } = spawnSync(`npx -y ${packageManager} run build:start`, {
    cwd: root,
    stdio: 'inherit',
    shell: true,
  })
  if (status !== 0) process.exit(status ?? 1)
}
await import('./dist/main.js')
