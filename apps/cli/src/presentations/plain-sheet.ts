import type { TSchema } from '@sinclair/typebox'
import { AnswerDay, answerSentence } from '@vadium/schema'
import { shapeChecker } from '../schemas/answer-shape.ts'
import { LABEL_WIDTH, pairs, section } from '../terminal/sections.ts'
import { layTable, tableLines } from '../terminal/table.ts'
import { unnamedOrganization } from './organization-member.ts'
import type { Document, NameOf, View } from './presentation.ts'
import { isPlainValue, shownValue, withName, wordsOfName } from './shown-value.ts'
import type { Times } from './time.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * Shows an answer that is a single resource: its name, its values, and a section for each object in
 * it. It
 * follows the answer and not the schema, so that members of a newer service are shown too.
 */
export function plainSheet(
  response: TSchema,
): (answer: unknown, view: View, nameOf: NameOf) => Document {
  const heading = capital((response.title ?? 'Answer').replace(/\B[A-Z]/g, ' $&').toLowerCase())
  return (answer, { times }, nameOf) => {
    const sections = [...sectionsOf(heading, answer as Members, { nameOf, times })]
    const labels = sections.flatMap(({ rows }) => rows.map(([label]) => label.length))
    const width = Math.max(LABEL_WIDTH, ...labels)
    const lines = sections.flatMap(({ title, rows, table }) =>
      section(title, [...pairs(rows, width), ...table]),
    )
    return { lines: lines.slice(1), exitCode: 0 }
  }
}

/** How the values of a sheet are shown. */
interface Shown {
  readonly nameOf: NameOf
  readonly times: Times
}

interface SheetSection {
  readonly title: string
  readonly rows: readonly (readonly [label: string, value: string])[]
  readonly table: readonly string[]
}

function* sectionsOf(title: string, members: Members, shown: Shown): Generator<SheetSection> {
  const entries = Object.entries(members).map(([name, value]) => {
    const text = sentenceOf(name, value, members) ?? namedText(name, members, shown)
    return [name, text ?? value] as const
  })
  const rows = entries
    .filter(([, value]) => isLine(value))
    .map(([name, value]) => rowOf(name, value, shown))
  yield { title, rows, table: [] }
  for (const [name, value] of entries) {
    if (isLine(value)) continue
    const below = capital(wordsOfName(name))
    if (!Array.isArray(value)) yield* sectionsOf(below, value as Members, shown)
    else
      yield* listSections(
        below,
        value.map((item) => item as Members),
        shown,
      )
  }
}

/** The sentence of a day until which a request can be answered. Undefined for any other value. */
function sentenceOf(
  name: string,
  value: unknown,
  { expire_time: time }: Members,
): string | undefined {
  if (name !== 'answer_day' || value === null || typeof time !== 'string') return undefined
  return answerSentence(time, answerDay(value))
}

/** The name of an organization beside its id. Undefined for any other value. */
function namedText(member: string, members: Members, { nameOf }: Shown): string | undefined {
  const id = unnamedOrganization(member, members)
  const name = id === undefined ? undefined : nameOf(id)
  return name === undefined ? undefined : withName(name, String(members[member]))
}

const answerDay = shapeChecker(AnswerDay)

/** A list is a table, unless its items contain objects: then each item has a section. */
function* listSections(
  title: string,
  items: readonly Members[],
  shown: Shown,
): Generator<SheetSection> {
  if (items.every((item) => Object.values(item).every(isLine))) {
    yield { title, rows: [], table: tableOf(items, shown) }
    return
  }
  for (const [index, item] of items.entries()) {
    yield* sectionsOf(`${title}, ${index + 1}`, item, shown)
  }
}

function tableOf(items: readonly Members[], { times }: Shown): string[] {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const headings = names.map((name) => ({ heading: wordsOfName(name).toUpperCase() }))
  return tableLines(
    layTable(
      headings,
      items.map((item) => names.map((name) => shownValue(item[name], times.whole))),
    ),
  )
}

function rowOf(
  name: string,
  value: unknown,
  { times }: Shown,
): readonly [label: string, value: string] {
  const text = shownValue(value, times.inText)
  return [wordsOfName(name), text === '' ? 'none' : text]
}

/** Whether a value fits on a line. */
function isLine(value: unknown): boolean {
  return isPlainValue(value) || (Array.isArray(value) && value.every(isPlainValue))
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
