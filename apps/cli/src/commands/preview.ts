import { ApprovalRequiredError, VadiumError } from '@vadium/client'
import {
  commandLine,
  createMarkToMarketRequest,
  listMarkToMarketRequests,
  previewMarkToMarketRequest,
  shellWord,
} from '@vadium/schema'
import type { Command } from 'commander'
import type { CommandContext, CommandRunner, ConnectionFlags } from '../context/command-runner.ts'
import { CommandError } from '../errors/command-error.ts'
import { type ExitCode, exitCodes } from '../errors/exit-codes.ts'
import { printAwaiting } from '../operations/awaiting-approval.ts'
import { noteReplay } from '../operations/call-operation.ts'
import { actOf, addOperationCommand } from '../operations/operation-command.ts'
import { marginPreview } from '../presentations/margin-preview.ts'
import { noNames } from '../presentations/presentation.ts'
import { plainSheet } from '../presentations/plain-sheet.ts'
import { viewOf } from '../presentations/view.ts'
import { withConnection } from '../profiles/connection.ts'
import { shapeChecker } from '../schemas/answer-shape.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { recordingTransport } from '../service/recording-transport.ts'
import { connect } from '../service/service-client.ts'
import { printable, printableJson } from '../terminal/printable.ts'
import { Progress } from '../terminal/progress.ts'
import { askToSend, checkTerminal, showAtTerminal } from '../terminal/question.ts'
import { advise } from '../terminal/report-error.ts'
import { write } from '../terminal/write.ts'

/** Adds the preview, which with --submit also creates the request that it has shown. */
export function addPreviewCommand(noun: Command, runner: CommandRunner): void {
  addOperationCommand(noun, previewMarkToMarketRequest, runner, {
    printsAnswer: true,
    act: (input, context) =>
      context.flags.submit === true
        ? submit(input, context)
        : actOf(previewMarkToMarketRequest)(input, context),
  })
    .option('--submit', 'Show the preview with every step, ask, and create the request.')
    .option('--yes', 'With --submit: do not ask. Needed without a terminal.')
    .option(
      '--idempotency-key <text>',
      'With --submit: takes effect once within a day. Another calculation under the same key is ' +
        'refused.',
    )
}

/**
 * Says what to do after a failure. To run the preview again would compute another calculation,
 * which the service refuses under the same key.
 */
function advising(
  body: { position_id: string; calculation_id: string },
  connection: ConnectionFlags,
) {
  return (error: unknown): never => {
    if (!(error instanceof VadiumError)) throw error
    const { idempotencyKey, reason } = error
    if (idempotencyKey !== undefined) {
      const same = commandLine(createMarkToMarketRequest, body)
      advise(error, [
        'The request may have taken effect. To repeat exactly this request safely, run:',
        withConnection(`${same} --idempotency-key ${shellWord(idempotencyKey)}`, connection),
      ])
    } else if (reason === 'IDEMPOTENCY_KEY_REUSED') {
      const { position_id } = body
      advise(error, [
        'An earlier run has submitted another calculation under this key. To see its request, run:',
        withConnection(commandLine(listMarkToMarketRequests, { position_id }), connection),
      ])
    }
    throw error
  }
}

const checkPreview = shapeChecker(previewMarkToMarketRequest.response)

/**
 * Creates the request of exactly the preview that was shown: if its inputs have moved since, the
 * service refuses it.
 */
async function submit(input: OperationInput, context: CommandContext): Promise<ExitCode> {
  const { io, flags } = context
  if (flags.tsv === true || flags.members !== undefined) {
    throw new CommandError('Not sent: --submit prints the whole answer of the request.', [
      { field: flags.tsv === true ? '--tsv' : '--json', issue: 'takes no members with --submit' },
    ])
  }
  if (flags.curl === true) {
    throw new CommandError('Not sent: --submit sends, and --curl sends nothing.')
  }
  if (flags.watch === true) {
    throw new CommandError('Not sent: --submit sends once, and --watch goes on.')
  }
  if (flags.yes !== true) await checkTerminal(io)
  const progress = new Progress(io, { isQuiet: flags.json === true })
  const transport = recordingTransport(io.transport())
  const client = await connect(context, transport)
  try {
    const explained = { ...input, body: { ...input.body, explain: true } }
    const answer = await progress.during('waiting for the preview', () =>
      client.call(previewMarkToMarketRequest, explained, undefined),
    )
    const { preview, calculation } = checkPreview(answer)
    const view = viewOf(context)
    const shown = await marginPreview.document?.(answer, view, noNames)
    // The figures are for the person who decides; the answer of the request is the result.
    const figures = shown?.lines ?? []
    if (flags.yes === true) await write(io.stderr, `${figures.join('\n')}\n\n`)
    else await showAtTerminal(figures, io)
    if (shown?.exitCode !== exitCodes.done.code) return exitCodes.differs.code
    if (!preview.can_submit_m2m || calculation === undefined) {
      throw new CommandError('Not sent: nothing can be submitted now. The preview says why.')
    }
    if (flags.yes !== true) {
      const { m2m_collateral_amount: amount, collateral_asset: asset, sender } = preview
      await askToSend(printable(`Ask ${sender.organization_name} for ${amount} ${asset}?`), io)
    }
    const { position_id } = preview
    const body = { position_id, calculation_id: calculation.calculation_id }
    const created = await progress.during('waiting for the service', () =>
      client
        .call(createMarkToMarketRequest, { body }, flags.idempotencyKey)
        .catch(advising(body, flags)),
    )
    await noteReplay(created, io)
    const { lines } = plainSheet(createMarkToMarketRequest.response)(created, view, noNames)
    const text = flags.json === true ? printableJson(transport.lastBody()) : lines.join('\n')
    await write(io.stdout, `${text}\n`)
    return exitCodes.done.code
  } catch (error) {
    if (!(error instanceof ApprovalRequiredError)) throw error
    await noteReplay(error, io)
    return await printAwaiting(error, transport.lastBody(), context)
  } finally {
    await client.close()
  }
}
