import { exitCodeOf, runBootstrap } from './bootstrap-command.ts'
import { ConfigError } from '../config/config.ts'
import { StartError } from '../platform/start-error.ts'

try {
  process.stdout.write(`${await runBootstrap(process.argv.slice(2), process.env)}\n`)
} catch (error) {
  const known = error instanceof ConfigError || error instanceof StartError
  process.stderr.write(`${known ? error.message : String(error)}\n`)
  process.exitCode = exitCodeOf(error)
}
