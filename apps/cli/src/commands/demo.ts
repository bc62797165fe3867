import { randomBytes } from 'node:crypto'
import { generateKeyPair, VadiumClient, VadiumServiceError } from '@vadium/client'
import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import type { CommandContext, CommandRunner } from '../command-runner.ts'
import { demoDeal } from '../demo/demo-deal.ts'
import type { Episode } from '../demo/episode.ts'
import { playDeal } from '../demo/play-deal.ts'
import { DealTeller } from '../demo/shown-deal.ts'
import { openStage, type Stage } from '../demo/stage.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { write } from '../io.ts'
import { printableJson } from '../printable.ts'
import { resolveConnection } from '../profiles/connection.ts'

const columnsWithoutTerminal = 80

const howToStart = {
  field: 'a sandbox',
  issue:
    '`SANDBOX=1 npm start` runs one, and says where its operator is: VADIUM_PROFILES=data/sandbox/profiles.json vadium demo',
}

/** Adds the command that plays a whole deal in a sandbox. */
export function addDemoCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command('demo')
    .summary('Play a whole deal in a sandbox')
    .description(
      'Plays a whole deal in a sandbox, from the order to the last transfer back: two firms come on ' +
        'board, prices move, margin is called for, disputed and settled, a transfer fails, and after a ' +
        'month everything goes back with its interest. Each step shows what the service answered; each ' +
        'preview is computed again offline. It can be played again: every run has firms of its own.',
    )
    .addHelpText(
      'after',
      `
It needs the operator of a sandbox, which \`SANDBOX=1 npm start\` runs. With --json each step is a line.

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
      new VadiumClient({ baseUrl: connection.url, privateKey, now: io.now }),
    ...(io.now && { now: io.now }),
    signal: io.signal,
  })
  try {
    const seed = await seedOf(stage)
    const teller = new DealTeller(demoDeal, io.columns ?? columnsWithoutTerminal)
    const tell = (lines: readonly string[]) => write(io.stdout, `${lines.join('\n')}\n`)
    if (flags.json !== true) await tell(teller.beginning(connection.url, seed))
    let verified = true
    for await (const episode of playDeal(demoDeal, stage)) {
      verified &&= episode.answers.verification?.ok !== false
      if (flags.json === true) await write(io.stdout, `${printableJson(jsonText(episode))}\n`)
      else await tell(teller.scene(episode))
    }
    return verified ? exitCodes.done.code : exitCodes.differs.code
  } finally {
    await stage.close()
  }
}

function jsonText({ step, time, scene, answers }: Episode): string {
  const { act, title } = scene
  return JSON.stringify({ step, time, act, by: 'by' in scene ? scene.by : null, title, ...answers })
}

/** @throws CommandError where there is no sandbox to play in, or no operator to play it. */
async function seedOf({ operator, signal }: Stage): Promise<string> {
  try {
    return (await operator.sandbox.get({ signal })).seed
  } catch (error) {
    if (!(error instanceof VadiumServiceError)) throw error
    if (error.reason === 'ROUTE_NOT_FOUND') {
      throw new CommandError('The service is no sandbox, and a demo is played in nothing else.', [
        howToStart,
      ])
    }
    if (error.reason !== 'ROLE_NOT_PERMITTED') throw error
    throw new CommandError('A sandbox is driven by its operator, and this key is not his.', [
      { field: '--profile', issue: 'must name an operator, such as sandbox-operator' },
    ])
  }
}
