import { randomBytes } from 'node:crypto'
import { generateKeyPair, VadiumServiceError } from '@vadium/client'
import { demoDeal, type Episode, openStage, playDeal, type Stage } from '@vadium/book/played'
import {
  baseProgram,
  type Effects,
  runProgram,
  type CommandContext,
  CommandError,
  printableJson,
  Progress,
  resolveConnection,
  sdkClient,
  write,
} from '@vadium/cli/parts'
import { type ExitCode, exitCodes } from '@vadium/cli'
import { DealPrinter } from './shown-deal.ts'

const columnsWithoutTerminal = 80

const howToStart = {
  field: 'a sandbox',
  issue: '`SANDBOX=1 npm start` runs one, and `npm run demo` then plays there',
}

/** Runs the demo with its arguments: `--json`, and what chooses a service and a key. */
export function runDemo(argv: readonly string[], io: Effects): Promise<ExitCode> {
  return runProgram(argv, io, (runner, json) => {
    const program = baseProgram('npm run demo --', io, json)
    return program
      .description(
        'Plays a whole deal in a sandbox, from the order to the last transfer: two firms are ' +
          'onboarded, prices move, margin is called, disputed and settled, a transfer fails, and ' +
          'after a month the asset, its interest and the collateral are sent back. Each step shows ' +
          'the answer of the service. Each preview is computed again offline. Each run creates its ' +
          'own firms.',
      )
      .addHelpText(
        'after',
        `
The demo needs the operator's key of a sandbox. \`SANDBOX=1 npm start\` runs one, and without a flag
or a variable the demo plays there. With --json, each step is one line.

Examples:
  npm run demo
  npm run --silent demo -- --json | jq -c '[.step, .title]'`,
      )
      .action(() => runner.run(program, playDemo))
  })
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
