import { demoBookDay, showcase, type ShowcaseEntry } from '@vadium/demo'

interface WelcomeFacts {
  /** The address of the service, base path included. */
  readonly url: string
  /** The scenario of the user; undefined where the demo book is loaded. */
  readonly scenario: string | undefined
  /** The file of the demo's profiles. */
  readonly profiles: string
  /** The file of the log; undefined where the log is on the terminal. */
  readonly log: string | undefined
}

/** What to do next, as plain text. */
export function welcome({ url, scenario, profiles, log }: WelcomeFacts): string {
  const places = [
    ['Address', url],
    ['API reference', `${url}/docs`],
    ['Scenario', scenario ?? `the demo book, as it stood on ${demoBookDay}`],
    ...(log === undefined ? [] : [['Log', log]]),
  ]
  const lines = [
    '',
    'Vadium is ready.',
    '',
    ...places.map(([name = '', value = '']) => `  ${name.padEnd(15)}${value}`),
    '',
    ...(scenario === undefined ? demo(profiles) : ownScenario),
    'Ctrl-C stops it.',
    '',
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const ownScenario = [
  'Its credentials are those of your scenario. Without SCENARIO there is a demo book, with keys for it.',
  '',
]

function demo(profiles: string): string[] {
  const [first] = showcase
  if (first === undefined) return []
  const vadium = `VADIUM_PROFILES=${shellWord(profiles)} npx vadium`
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
