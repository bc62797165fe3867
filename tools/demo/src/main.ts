import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { effectsOf, runInProcess } from '@vadium/cli/parts'
import { runDemo } from './demo-program.ts'

/** What `SANDBOX=1 npm start` writes: the address of its sandbox, and the key of its operator. */
const profiles = fileURLToPath(new URL('../../../data/sandbox/profiles.json', import.meta.url))

const chosen = ['VADIUM_PROFILES', 'VADIUM_URL', 'VADIUM_PRIVATE_KEY'].some(
  (name) => process.env[name],
)

runInProcess(
  (argv, io) => runDemo(argv, effectsOf(io)),
  chosen || !existsSync(profiles) ? process.env : { ...process.env, VADIUM_PROFILES: profiles },
)
