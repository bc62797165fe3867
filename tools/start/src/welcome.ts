import { demoBookDay, demoPositionId, showcase, type ShowcaseEntry } from '@vadium/book'
import type { Side } from './books.ts'

interface WelcomeFacts {
  /** The address of the service, base path included. */
  readonly url: string
  /** Below which the console is, if not at the service. */
  readonly consoleUrl?: string
  readonly isSandbox: boolean
  /** The scenario of the user. Undefined for the demo book and the sandbox. */
  readonly scenario: string | undefined
  /** The file with the profiles for this address. Undefined for a scenario of the user. */
  readonly profiles: string | undefined
  /** Whom the console can be opened for. */
  readonly sides: readonly Side[]
  /** The log file. Undefined if the log goes to the terminal. */
  readonly log: string | undefined
}

/** The text that `npm start` prints when the service is ready. */
export function welcome(facts: WelcomeFacts): string {
  const { url, isSandbox, scenario, profiles, sides, log } = facts
  const ourBook = isSandbox ? 'a sandbox with one deal' : `the demo book of ${demoBookDay}`
  const places = [
    ['Address', url],
    ['API reference', `${url}/docs`],
    ['Guides', `${url}/docs/guides`],
    ['Scenario', scenario ?? ourBook],
    ...(log === undefined ? [] : [['Log', log]]),
  ]
  const lines = [
    '',
    'Vadium is ready.',
    '',
    ...places.map(([name = '', value = '']) => `  ${name.padEnd(15)}${value}`),
    '',
    ...consoles(facts.consoleUrl ?? url, sides),
    ...nextSteps({ isSandbox, scenario, profiles }),
    'Press Ctrl-C to stop the service.',
    '',
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** The addresses of the console, each with the key of one side in its fragment. */
function consoles(url: string, sides: readonly Side[]): string[] {
  if (sides.length === 0) return []
  const lines = sides.flatMap(({ title, label, privateKey }) => {
    const fragment = new URLSearchParams({ key: privateKey, label })
    return [`  ${title}:`, `    ${url}/console/#${String(fragment)}`, '']
  })
  return [
    '==> Open the console, for both sides of a deal:',
    '',
    ...lines,
    'Open each in a tab or window of its own. The address holds the key: do not pass it on.',
    '',
  ]
}

type Book = Pick<WelcomeFacts, 'isSandbox' | 'scenario' | 'profiles'>

function nextSteps({ isSandbox, scenario, profiles }: Book): readonly string[] {
  if (scenario === undefined && profiles !== undefined) {
    const vadium = `VADIUM_PROFILES=${shellWord(profiles)} npx vadium`
    return isSandbox ? sandbox(vadium, profiles) : demo(vadium)
  }
  return [
    'Use the credentials of your scenario. Without SCENARIO, npm start loads the demo book and its keys.',
    '',
    ...(isSandbox
      ? [
          'To play a whole deal, run `npm run demo -- --profile <an operator of your scenario>`.',
          '',
        ]
      : []),
  ]
}

/** The first steps in a sandbox. */
function sandbox(vadium: string, profiles: string): string[] {
  return [
    'Try it in another terminal, in this folder:',
    '',
    '  Play a whole deal, from the order to the last transfer, with every figure:',
    `    VADIUM_PROFILES=${shellWord(profiles)} npm run demo`,
    '',
    '  List the positions of the lender (or of sandbox-borrower):',
    `    ${vadium} positions list --profile sandbox-lender`,
    '',
    '  Show the time of the sandbox. The time moves only when you advance it.',
    `    ${vadium} sandbox get`,
    '',
    '  List the other commands of the operator, for prices, custodians and the time:',
    `    ${vadium} sandbox --help`,
    '',
  ]
}

function demo(vadium: string): string[] {
  const [first] = showcase
  if (first === undefined) return []
  const profile = `--profile ${first.profile}`
  const lines: readonly (readonly [what: string, line: string])[] = [
    [
      `Preview the margin call of order ${first.orderNumber} (--explain shows every step):`,
      `${vadium} m2m preview ${demoPositionId(first.orderNumber)} ${profile}`,
    ],
    [
      'List the BTC transfers in progress:',
      `${vadium} transfers list --status IN_PROGRESS --token BTC ${profile}`,
    ],
    [
      'The same list with curl, signed:',
      `${vadium} curl GET '/transfers?status=IN_PROGRESS&token=BTC' ${profile} | sh`,
    ],
  ]
  return [
    'Try it in another terminal, in this folder:',
    '',
    ...lines.flatMap(([what, line]) => [`  ${what}`, `    ${line}`, '']),
    'For each possible answer of a preview: an order, its position, the answer, and a profile that',
    'gets it.',
    '',
    ...showcaseTable(),
    '',
  ]
}

function showcaseTable(): string[] {
  const profileWidth = Math.max(...showcase.map(({ profile }) => profile.length))
  return showcase.map(({ orderNumber, profile, shows, expected }) => {
    const position = `${orderNumber}  ${demoPositionId(orderNumber)}`
    return `  ${position}  ${answer(expected).padEnd(7)}  ${profile.padEnd(profileWidth)}  ${shows}`
  })
}

function answer(expected: ShowcaseEntry['expected']): string {
  return expected.status === 200 ? expected.direction : String(expected.status)
}

/** Quotes a path for a shell. */
function shellWord(path: string): string {
  return /^[\w./~+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
