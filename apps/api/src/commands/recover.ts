import { runHostCommand } from './host-command.ts'
import { runRecover } from './recover-command.ts'

await runHostCommand(runRecover)
