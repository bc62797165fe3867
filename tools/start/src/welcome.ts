import { relative } from 'node:path'
import { demoBookDay, demoPositionId, showcase, type ShowcaseEntry } from '@vadium/book'
import { shellWord } from '@vadium/schema'
import type { WrittenBook } from './books.ts'
import { serviceOrigin, serviceUrl, type Settings } from './settings.ts'

/**
 * The text that `npm start` prints when the service is ready.
 *
 * @param book undefined for a scenario of the user.
 * @param consoleOrigin where the console is, if not at the service.
 */
export function welcome(
  settings: Settings,
  book: WrittenBook | undefined,
  consoleOrigin = serviceOrigin(settings),
): string {
  const url = serviceUrl(settings)
  const isSandbox = settings.sandbox !== undefined
  const ourBook = isSandbox ? 'a sandbox with one deal' : `the demo book of ${demoBookDay}`
  const consoleUrl = `${consoleOrigin}${settings.basePath}/console/`
  return `
Vadium is ready.

  Address        ${url}
  API reference  ${url}/docs
  Guides         ${url}/docs/guides
  Scenario       ${settings.scenario === undefined ? ourBook : shown(settings.scenario)}

${book && settings.hasConsole ? consoles(consoleUrl, book.sides) : ''}${nextSteps(isSandbox, book)}
Warnings and errors appear below. LOG_LEVEL=info npm start shows each request.
Press Ctrl-C to stop the service.

`
}

/** A path as short as it may be for somebody in this folder. */
function shown(path: string): string {
  const near = relative(process.cwd(), path)
  return near.startsWith('..') ? path : near
}

/** The addresses of the console, each with the key of one side in its fragment. */
function consoles(url: string, sides: WrittenBook['sides']): string {
  const lines = sides.map(({ title, label, privateKey }) => {
    const fragment = new URLSearchParams({ key: privateKey, label })
    return `  ${title}:\n    ${url}#${String(fragment)}\n\n`
  })
  return `==> Open the console, for both sides of a deal:

${lines.join('')}Open each in a tab or window of its own. The address holds the key: do not pass it on.

`
}

function nextSteps(isSandbox: boolean, book: WrittenBook | undefined): string {
  if (book === undefined) {
    return `Use the credentials of your scenario. Without SCENARIO, npm start loads the demo book and its keys.
${isSandbox ? '\nTo play a whole deal, run `npm run demo -- --profile <an operator of your scenario>`.\n' : ''}`
  }
  const variable = `VADIUM_PROFILES=${shellWord(shown(book.profiles))}`
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

  List the declared defaults, and what became of them:
    ${vadium} close-outs list --profile ${profile}

  List the limits for counterparties, one of which is exceeded, and the calls across several deals:
    ${vadium} limits list --in-effect --profile ${profile}
    ${vadium} call-sets list --profile ${profile}

  List the exchanges of collateral, one of which awaits your answer:
    ${vadium} order-requests list --kind substitution --profile ${profile}

  List the documents of the deals, save the PDF of one, and recompute it without the service:
    ${vadium} documents list --profile ${profile}
    ${vadium} documents pdf <document> --output document.pdf --profile ${profile}
    ${vadium} documents verify document.pdf

  The same list of transfers with curl, signed:
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
