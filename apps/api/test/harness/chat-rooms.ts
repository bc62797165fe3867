import type { ServerResponse } from 'node:http'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** What a chat room makes of a text: whom it calls, and where it leads. */
export interface ReadText {
  readonly calls: readonly string[]
  readonly links: readonly string[]
}

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, one]) => one ?? '')
const withoutCode = (text: string) => text.replaceAll(/`[^`\n]*`/g, ' ')
const bareUrl = /\b(https?:\/\/[^\s<>|`)]+)/g

/** Of `<…>`: people, groups and channels are called, and the rest is a link. */
function slackForms(text: string): ReadText {
  const forms = all(text, /<([^<>]*)>/g)
  const isCall = (form: string) => /^[!@#]/.test(form)
  return { calls: forms.filter(isCall), links: forms.filter((form) => !isCall(form)) }
}

const markdownLinks = (text: string) => all(text, /\[[^\]]*\]\(([^)]*)\)/g)

/**
 * How rooms read texts, as their documents say. Where a room might look into code between
 * backticks, this one does.
 */
export const rooms = {
  slack: (text: string): ReadText => {
    const { calls, links } = slackForms(text)
    return { calls, links: [...links, ...all(text, bareUrl)] }
  },
  mattermost: (text: string): ReadText => {
    const { calls, links } = slackForms(text)
    const plain = withoutCode(text)
    return {
      calls: [...calls, ...all(text, /@([\w.-]+)/g), ...all(plain, /(?:^|\s)~([\w-]+)/g)],
      links: [
        ...links,
        ...markdownLinks(text),
        ...all(text, bareUrl),
        ...all(plain, /\b(www\.[^\s]+)/g),
      ],
    }
  },
  rocketchat: (text: string): ReadText => {
    const { links } = slackForms(text)
    const plain = withoutCode(text)
    return {
      calls: all(text, /@([\w.-]+)/g),
      links: [
        ...links,
        ...markdownLinks(text),
        ...all(text, bareUrl),
        ...all(
          plain.replaceAll(bareUrl, ' '),
          /(?<![\w.])((?:[a-z][a-z0-9-]*\.)+(?:com|net|org|io|example))\b/gi,
        ),
      ],
    }
  },
} as const
export type RoomKind = keyof typeof rooms

const accepted: Readonly<Record<RoomKind, readonly [type: string, body: string]>> = {
  slack: ['text/html', 'ok'],
  mattermost: ['text/plain', 'ok'],
  rocketchat: ['application/json', '{"success":true}'],
}

/**
 * Makes a path of a receiver a chat room: it takes `{"text": "…"}` alone, and answers as a room of
 * its kind does.
 */
export function openRoom(receiver: WebhookReceiver, path: string, kind: RoomKind): void {
  receiver.answer(path, (response: ServerResponse) => {
    const [type, body] = accepted[kind]
    if (textIn(receiver.at(path).at(-1)?.body ?? '') === undefined) {
      response.writeHead(400, { 'content-type': type }).end('invalid_payload')
    } else response.writeHead(200, { 'content-type': type }).end(body)
  })
}

/** The text of a body. Undefined if it is not what rooms take. */
export function textIn(body: string): string | undefined {
  const parsed: unknown = JSON.parse(body)
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const [[member, text] = ['', undefined], ...others] = Object.entries(parsed)
  return member === 'text' && typeof text === 'string' && others.length === 0 ? text : undefined
}
