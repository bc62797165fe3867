import { mailCodeBounds, type MailContent, notificationCategories } from '@vadium/schema'
import { linkOf, oneLine, sentenceOf, type ReportedNotification } from '../notifications/index.ts'

/** What a mail says. */
export interface MailText {
  readonly subject: string
  readonly body: string
}

/** What stands in the text of a code until it is sent. The code itself is stored sealed. */
export const codePlace = '{code}'

const orderWords = (orderNumber: number | undefined) =>
  orderNumber === undefined ? '' : `, order ${orderNumber}`

/** The mail about one notification. Its subject has words of the service only. */
export function notificationMail(
  mailed: ReportedNotification,
  content: MailContent,
  consoleUrl: string,
): MailText {
  const { notification, orderNumber } = mailed
  const known = Object.hasOwn(notificationCategories, notification.category)
  const words = known ? notification.category.replaceAll('_', ' ') : 'notification'
  return {
    subject: `Vadium: ${words}${orderWords(orderNumber)}`,
    body: `${notificationText(mailed, content, consoleUrl)}\n${footer(consoleUrl)}`,
  }
}

function notificationText(
  { notification, orderNumber }: ReportedNotification,
  content: MailContent,
  consoleUrl: string,
): string {
  const { category, severity, title, body, link, create_time } = notification
  const full = content === 'full' ? ['', oneLine(title), oneLine(body)] : []
  return [
    sentenceOf(category),
    ...full,
    '',
    ...(orderNumber === undefined ? [] : [`Order: ${orderNumber}`]),
    `Severity: ${severity}`,
    `Time: ${create_time}`,
    linkOf(consoleUrl, link),
    '',
  ].join('\n')
}

/** One notification in a digest. */
export function digestLine(
  { notification, orderNumber }: ReportedNotification,
  content: MailContent,
  consoleUrl: string,
): string {
  const { category, severity, title, link, create_time } = notification
  const full = content === 'full' ? [`  ${oneLine(title)}`] : []
  return [
    `- ${sentenceOf(category)}`,
    ...full,
    `  ${create_time}, ${severity}${orderWords(orderNumber)}`,
    `  ${linkOf(consoleUrl, link)}`,
  ].join('\n')
}

/** The digest of a day. */
export function digestMail(
  lines: readonly string[],
  leftOut: number,
  consoleUrl: string,
): MailText {
  const count = lines.length + leftOut
  const rest = leftOut === 0 ? [] : [`And ${leftOut} more: see the notifications of the console.`]
  return {
    subject: `Vadium: ${count} ${count === 1 ? 'notification' : 'notifications'}`,
    body: [...lines, ...rest, '', footer(consoleUrl)].join('\n'),
  }
}

/**
 * The mail with the code. It goes to an address of which nobody knows whose it is, so it contains
 * no text that anybody chose.
 */
export function codeMail(consoleUrl: string): MailText {
  return {
    subject: 'Vadium: code for this mail address',
    body: `Somebody asked for the notifications of their organization at this address.
The code is ${codePlace}. It is valid for ${mailCodeBounds.minutes} minutes.
Enter it at ${consoleUrl}/mail

If it was not you, ignore this mail: nothing else is sent without the code.
`,
  }
}

export function testMail(consoleUrl: string): MailText {
  return {
    subject: 'Vadium: test',
    body: `This is a test. Notifications are mailed to this address.\n\n${footer(consoleUrl)}`,
  }
}

/** The mail to a deleted address: a thief must not delete an alarm in silence. */
export function farewellMail(consoleUrl: string): MailText {
  return {
    subject: 'Vadium: mail address deleted',
    body: `This mail address was deleted, and nothing more is sent to it.

If you did not expect this, ask an admin of your organization: a thief of a key deletes addresses
so that nobody is warned. Who deleted this one is in the audit trail: ${consoleUrl}/audit
`,
  }
}

const footer = (consoleUrl: string) =>
  `-- \nWhat is mailed to this address, and to which others: ${consoleUrl}/mail\n`
