import { runDetachPartitions } from './detach-partitions-command.ts'
import { runHostCommand } from './host-command.ts'

await runHostCommand(runDetachPartitions)
