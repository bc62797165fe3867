import { randomBytes } from 'node:crypto'
import { generateKeyPair, VadiumServiceError } from '@vadium/client'
import {
  type DealScript,
  demoDeal,
  type Episode,
  openStage,
  playDeal,
  type Stage,
  stressedDeal,
} from '@vadium/book/played'
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
          'after a month the asset, its interest and the collateral are sent back. Then a second deal: ' +
          'a call is not met, a default is declared and cured, another one is not, and the deal is ' +
          'closed out. Each step shows the answer of the service. Each preview and the statement are ' +
          'computed again offline. Each run creates its own firms.',
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
  const isJson = flags.json === true
  const progress = new Progress(io, { isQuiet: isJson })
  let verified = true
  for (const script of [demoDeal, stressedDeal]) {
    const stage = openStage({
      run: randomBytes(4).toString('hex'),
      keys: { lender: generateKeyPair(), borrower: generateKeyPair() },
      client: (privateKey = connection.privateKey) =>
        sdkClient({ url: connection.url, privateKey }, io),
      now: io.now,
      signal: io.signal,
    })
    try {
      const seed = await progress.during('reading the sandbox', () => seedOf(stage))
      const printer = new DealPrinter(script, io.columns ?? columnsWithoutTerminal)
      const print = (lines: readonly string[]) => write(io.stdout, `${lines.join('\n')}\n`)
      if (!isJson) await print(printer.beginning(connection.url, seed))
      let next = 0
      progress.start(() => `playing: ${script.scenes[next]?.title ?? ''}`)
      for await (const episode of playDeal(script, stage)) {
        next = episode.step
        verified &&= episode.answers.verification?.ok !== false
        if (isJson) await write(io.stdout, `${printableJson(jsonText(script, episode))}\n`)
        else await print(printer.scene(episode))
      }
    } finally {
      progress.stop()
      await stage.close()
    }
  }
  return verified ? exitCodes.done.code : exitCodes.differs.code
}

function jsonText({ firms }: DealScript, { step, time, scene, answers }: Episode): string {
  const { act, title } = scene
  const by = 'by' in scene ? scene.by : null
  return JSON.stringify({ lender: firms.lender.name, step, time, act, by, title, ...answers })
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
