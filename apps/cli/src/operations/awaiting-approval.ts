import type { ApprovalRequiredError } from '@vadium/client'
import type { CommandContext } from '../context/command-runner.ts'
import { type ExitCode, exitCodes } from '../errors/exit-codes.ts'
import { approvalLines, checkApproval } from '../presentations/approval.ts'
import { timesOf } from '../presentations/view.ts'
import { withConnection } from '../profiles/connection.ts'
import { printable, printableJson } from '../terminal/printable.ts'
import { write } from '../terminal/write.ts'

/** Prints the approval that a write awaits, and what to do next. */
export async function printAwaiting(
  error: ApprovalRequiredError,
  body: string,
  context: CommandContext,
): Promise<ExitCode> {
  const { io, flags } = context
  if (flags.json === true) {
    await write(io.stdout, `${printableJson(body)}\n`)
    return exitCodes.awaitsApproval.code
  }
  const approval = checkApproval(error.approval)
  const lines = await approvalLines(approval, timesOf(context))
  await write(io.stdout, `${lines.join('\n')}\n`)
  const next = [
    'The request has had no effect yet. It is carried out when other accounts have approved it:',
    `  vadium approvals approve ${approval.id}`,
    'To see what has become of it, or to withdraw it:',
    `  ${withConnection(`vadium approvals get ${approval.id}`, flags)}`,
    `  ${withConnection(`vadium approvals withdraw ${approval.id}`, flags)}`,
  ]
  await write(io.stderr, `${next.map(printable).join('\n')}\n`)
  return exitCodes.awaitsApproval.code
}
