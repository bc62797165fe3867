import { demoBookDay, demoPositionId, showcase, type ShowcaseEntry } from '@vadium/book'
import type { WrittenBook } from './books.ts'

interface WelcomeFacts {
  /** The address of the service, base path included. */
  readonly url: string
  /** Below which the console is. */
  readonly consoleUrl: string
  readonly isSandbox: boolean
  /** The scenario of the user. Undefined for the demo book and the sandbox. */
  readonly scenario: string | undefined
  /** The file with the profiles for this address. Undefined for a scenario of the user. */
  readonly profiles: string | undefined
  /** Whom the console can be opened for. */
  readonly sides: WrittenBook['sides']
}

/** The text that `npm start` prints when the service is ready. */
export function welcome({ url, consoleUrl, sides, ...book }: WelcomeFacts): string {
  const ourBook = book.isSandbox ? 'a sandbox with one deal' : `the demo book of ${demoBookDay}`
  return `
Vadium is ready.

  Address        ${url}
  API reference  ${url}/docs
  Guides         ${url}/docs/guides
  Scenario       ${book.scenario ?? ourBook}

${consoles(consoleUrl, sides)}${nextSteps(book)}
Warnings and errors appear below. LOG_LEVEL=info npm start shows each request.
Press Ctrl-C to stop the service.

`
}

/** The addresses of the console, each with the key of one side in its fragment. */
function consoles(url: string, sides: WrittenBook['sides']): string {
  if (sides.length === 0) return ''
  const lines = sides.map(({ title, label, privateKey }) => {
    const fragment = new URLSearchParams({ key: privateKey, label })
    return `  ${title}:\n    ${url}/console/#${String(fragment)}\n\n`
  })
  return `==> Open the console, for both sides of a deal:

${lines.join('')}Open each in a tab or window of its own. The address holds the key: do not pass it on.

`
}

type Book = Pick<WelcomeFacts, 'isSandbox' | 'scenario' | 'profiles'>

function nextSteps({ isSandbox, scenario, profiles }: Book): string {
  if (scenario !== undefined || profiles === undefined) {
    return `Use the credentials of your scenario. Without SCENARIO, npm start loads the demo book and its keys.
${isSandbox ? '\nTo play a whole deal, run `npm run demo -- --profile <an operator of your scenario>`.\n' : ''}`
  }
  const variable = `VADIUM_PROFILES=${shellWord(profiles)}`
  return `Try it in another terminal, in this folder:

${isSandbox ? sandbox(variable) : demo(`${variable} npx vadium`)}`
}

/** The first steps in a sandbox. */
const sandbox = (variable: string) => `\
  Play a whole deal, from the order to the last transfer, with every figure:
    ${variable} npm run demo

  List the positions of the lender (or of sandbox-borrower):
    ${variable} npx vadium positions list --profile sandbox-lender

  Show the time of the sandbox. The time moves only when you advance it.
    ${variable} npx vadium sandbox get

  List the other commands of the operator, for prices, custodians and the time:
    ${variable} npx vadium sandbox --help
`

function demo(vadium: string): string {
  const [first] = showcase
  if (first === undefined) return ''
  const { orderNumber, profile } = first
  return `\
  Preview the margin call of order ${orderNumber} (--explain shows every step):
    ${vadium} m2m preview ${demoPositionId(orderNumber)} --profile ${profile}

  List the BTC transfers in progress:
    ${vadium} transfers list --status IN_PROGRESS --token BTC --profile ${profile}

  The same list with curl, signed:
    ${vadium} curl GET '/transfers?status=IN_PROGRESS&token=BTC' --profile ${profile} | sh

For each possible answer of a preview: an order, its position, the answer, and a profile that
gets it.

${showcase.map(row).join('')}`
}

const profileWidth = Math.max(...showcase.map(({ profile }) => profile.length))

function row({ orderNumber, profile, shows, expected }: ShowcaseEntry): string {
  const answer = expected.status === 200 ? expected.direction : String(expected.status)
  const position = `${orderNumber}  ${demoPositionId(orderNumber)}`
  return `  ${position}  ${answer.padEnd(7)}  ${profile.padEnd(profileWidth)}  ${shows}\n`
}

/** Quotes a path for a shell. */
function shellWord(path: string): string {
  return /^[\w./~+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
