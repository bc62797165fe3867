import { demoBookDay, showcase, type ShowcaseEntry } from '@vadium/demo'

interface WelcomeFacts {
  /** The address of the service, base path included. */
  readonly url: string
  readonly isSandbox: boolean
  /** The scenario of the user; undefined where a book of ours is loaded. */
  readonly scenario: string | undefined
  /** The file of the profiles of our book at this address. Undefined where the scenario is the user's. */
  readonly profiles: string | undefined
  /** The file of the log; undefined where the log is on the terminal. */
  readonly log: string | undefined
}

/** What to do next, as plain text. */
export function welcome({ url, isSandbox, scenario, profiles, log }: WelcomeFacts): string {
  const ourBook = isSandbox
    ? 'a sandbox, in which nobody lends or borrows yet'
    : `the demo book, as it stood on ${demoBookDay}`
  const places = [
    ['Address', url],
    ['API reference', `${url}/docs`],
    ['Scenario', scenario ?? ourBook],
    ...(log === undefined ? [] : [['Log', log]]),
  ]
  const lines = [
    '',
    'Vadium is ready.',
    '',
    ...places.map(([name = '', value = '']) => `  ${name.padEnd(15)}${value}`),
    '',
    ...nextSteps({ isSandbox, scenario, profiles }),
    'Ctrl-C stops it.',
    '',
  ]
  return lines.map((line) => `${line}\n`).join('')
}

type Book = Pick<WelcomeFacts, 'isSandbox' | 'scenario' | 'profiles'>

function nextSteps({ isSandbox, scenario, profiles }: Book): readonly string[] {
  if (scenario === undefined && profiles !== undefined) {
    const vadium = `VADIUM_PROFILES=${shellWord(profiles)} npx vadium`
    return isSandbox ? sandbox(vadium) : demo(vadium)
  }
  return [
    'Its credentials are those of your scenario. Without SCENARIO there is a book of ours, with keys for it.',
    '',
    ...(isSandbox
      ? ['With the profile of an operator, `vadium demo` plays a whole deal here.', '']
      : []),
  ]
}

/** Its time moves only when it is told to, so there is nothing to see before something is done. */
function sandbox(vadium: string): string[] {
  return [
    'Try it in another terminal, in this folder:',
    '',
    '  A whole deal, from the order to the last transfer back, with every figure on the way:',
    `    ${vadium} demo`,
    '',
    '  What time is it in the book? It moves only when it is told to.',
    `    ${vadium} sandbox get`,
    '',
    '  What else the operator may do: prices, custodians, and the time itself.',
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
      `What does the borrower of order ${first.orderNumber} owe? (--explain shows every step.)`,
      `${vadium} m2m preview ${first.positionId} ${profile}`,
    ],
    [
      'Which bitcoin is on its way?',
      `${vadium} transfers list --status IN_PROGRESS --token BTC ${profile}`,
    ],
    [
      'The same by curl, signed:',
      `${vadium} curl GET '/transfers?status=IN_PROGRESS&token=BTC' ${profile} | sh`,
    ],
  ]
  return [
    'Try it in another terminal, in this folder:',
    '',
    ...lines.flatMap(([what, line]) => [`  ${what}`, `    ${line}`, '']),
    'A position for each answer of a preview, and a profile that gets it. The id ends in the order:',
    `${first.positionId} is the position of order ${first.orderNumber}.`,
    '',
    ...showcaseTable(),
    '',
  ]
}

function showcaseTable(): string[] {
  const profileWidth = Math.max(...showcase.map(({ profile }) => profile.length))
  return showcase.map(
    ({ orderNumber, profile, shows, expected }) =>
      `  ${orderNumber}  ${answer(expected).padEnd(7)}  ${profile.padEnd(profileWidth)}  ${shows}`,
  )
}

function answer(expected: ShowcaseEntry['expected']): string {
  return expected.status === 200 ? expected.direction : String(expected.status)
}

/** A path as a shell reads it back. */
function shellWord(path: string): string {
  return /^[\w./~+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
