import { listInstructions, resumeInstruction } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../platform/lists/list.ts'
import type { InstructionService } from './instruction.service.ts'

interface Options {
  readonly instructions: InstructionService
  readonly lists: Lists
}

export const instructionRoutes: FastifyPluginCallback<Options> = (
  app,
  { instructions, lists },
  done,
) => {
  app.operation(listInstructions, ({ caller, query }) =>
    lists.answer(listInstructions, caller, query, 'instructions', (after, pageSize) =>
      instructions.list(caller, query, after, pageSize),
    ),
  )
  app.operation(resumeInstruction, ({ params, tx }) => instructions.resume(tx, params.transfer_id))
  done()
}
