import { randomBytes } from 'node:crypto'
import { generateKeyPair, VadiumServiceError } from '@vadium/client'
import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { demoDeal } from '../demo/demo-deal.ts'
import type { Episode } from '../demo/episode.ts'
import { playDeal } from '../demo/play-deal.ts'
import { DealPrinter } from '../demo/shown-deal.ts'
import { openStage, type Stage } from '../demo/stage.ts'
import { CommandError } from '../errors/command-error.ts'
import { type ExitCode, exitCodes } from '../errors/exit-codes.ts'
import { resolveConnection } from '../profiles/connection.ts'
import { sdkClient } from '../service/service-client.ts'
import { printableJson } from '../terminal/printable.ts'
import { Progress } from '../terminal/progress.ts'
import { write } from '../terminal/write.ts'

const columnsWithoutTerminal = 80

const howToStart = {
  field: 'a sandbox',
  issue:
    '`SANDBOX=1 npm start` runs one and creates a profile of its operator: VADIUM_PROFILES=data/sandbox/profiles.json vadium demo',
}

/** Adds the command that plays a whole deal in a sandbox. */
export function addDemoCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command('demo')
    .summary('Play a whole deal in a sandbox')
    .description(
      'Plays a whole deal in a sandbox, from the order to the last transfer: two firms are ' +
        'onboarded, prices move, margin is called, disputed and settled, a transfer fails, and after ' +
        'a month the asset, its interest and the collateral are sent back. Each step shows the ' +
        'answer of the service. Each preview is computed again offline. Each run creates its own firms.',
    )
    .addHelpText(
      'after',
      `
The command needs the operator's key of a sandbox; \`SANDBOX=1 npm start\` runs one. With --json, each
step is one line.

Examples:
  VADIUM_PROFILES=data/sandbox/profiles.json vadium demo
  vadium demo --profile sandbox-operator --json | jq -c '[.step, .title]'`,
    )
    .action(() => runner.run(command, playDemo))
}

async function playDemo({ io, flags }: CommandContext): Promise<ExitCode> {
  const connection = await resolveConnection(flags, io).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(error.message, [...error.details, howToStart])
  })
  const stage = openStage({
    run: randomBytes(4).toString('hex'),
    keys: { lender: generateKeyPair(), borrower: generateKeyPair() },
    client: (privateKey = connection.privateKey) =>
      sdkClient({ url: connection.url, privateKey }, io),
    now: io.now,
    signal: io.signal,
  })
  const progress = new Progress(io, { isQuiet: flags.json === true })
  try {
    const seed = await progress.during('reading the sandbox', () => seedOf(stage))
    const printer = new DealPrinter(demoDeal, io.columns ?? columnsWithoutTerminal)
    const print = (lines: readonly string[]) => write(io.stdout, `${lines.join('\n')}\n`)
    if (flags.json !== true) await print(printer.beginning(connection.url, seed))
    let verified = true
    let next = 0
    progress.start(() => `playing: ${demoDeal.scenes[next]?.title ?? ''}`)
    for await (const episode of playDeal(demoDeal, stage)) {
      next = episode.step
      verified &&= episode.answers.verification?.ok !== false
      if (flags.json === true) await write(io.stdout, `${printableJson(jsonText(episode))}\n`)
      else await print(printer.scene(episode))
    }
    return verified ? exitCodes.done.code : exitCodes.differs.code
  } finally {
    progress.stop()
    await stage.close()
  }
}

function jsonText({ step, time, scene, answers }: Episode): string {
  const { act, title } = scene
  return JSON.stringify({ step, time, act, by: 'by' in scene ? scene.by : null, title, ...answers })
}

/** @throws CommandError if the service is not a sandbox, or the key is not of an operator. */
async function seedOf({ operator, signal }: Stage): Promise<string> {
  try {
    return (await operator.sandbox.get({ signal })).seed
  } catch (error) {
    if (!(error instanceof VadiumServiceError)) throw error
    if (error.reason === 'ROUTE_NOT_FOUND') {
      throw new CommandError('The service is not a sandbox. The demo runs only in a sandbox.', [
        howToStart,
      ])
    }
    if (error.reason !== 'ROLE_NOT_PERMITTED') throw error
    throw new CommandError(
      "This key is not of an operator. The demo needs the sandbox operator's key.",
      [{ field: '--profile', issue: 'must name an operator, such as sandbox-operator' }],
    )
  }
}
