import { runInProcess } from './process.ts'
import { run } from './run.ts'

runInProcess(run)
