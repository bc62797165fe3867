import type { MailContent } from '@vadium/schema'
import { linkOf, oneLine, sentenceOf, type ReportedNotification } from '../notifications/index.ts'

/**
 * What a chat room gets of a notification. `content: title` has no name and no amount, as in a
 * mail. `consoleUrl` is undefined if it is not configured: the text then has no link.
 */
export function roomText(
  { notification, orderNumber }: ReportedNotification,
  content: MailContent,
  consoleUrl: string | undefined,
): string {
  const { category, severity, title, body, link, create_time } = notification
  const full = content === 'full' ? [title, body].map(asData).filter((text) => text !== '') : []
  return [
    sentenceOf(category),
    ...full,
    ...(orderNumber === undefined ? [] : [`Order: ${orderNumber}`]),
    `Severity: ${severity}`,
    `Time: ${create_time}`,
    ...(consoleUrl === undefined ? [] : [linkOf(consoleUrl, link)]),
  ].join('\n')
}

export const roomTestText =
  'Vadium: this is a test. Notifications of your organization are written to this room.'

/** The body that Slack, Mattermost and Rocket.Chat have in common. */
export const roomBody = (text: string): string => JSON.stringify({ text })

const replaced: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '[': '(',
  ']': ')',
  '@': '(at)',
  '`': "'",
}

/**
 * A text of others as data. It stands between backticks, where rooms format nothing and make no
 * links of what looks like one. Some call people whatever surrounds their names, and some make
 * links of `<…>` and `[…]` first, so these characters are replaced besides.
 */
function asData(text: string): string {
  const plain = oneLine(text)
    .replaceAll(/[&<>[\]@`]/g, (char) => replaced[char] ?? '')
    .replaceAll('://', ': //')
  return plain === '' ? '' : `\`${plain}\``
}
