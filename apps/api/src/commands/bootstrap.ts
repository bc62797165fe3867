import { runBootstrap } from './bootstrap-command.ts'
import { runHostCommand } from './host-command.ts'

await runHostCommand(runBootstrap)
