import * as schema from '@vadium/schema'
import { fieldDescription, type Writer } from './fields.ts'
import { hasEnumeration, isRequired, listOf, membersOf, type Schema } from './schema-of.ts'
import type { TypeLanguage } from './type-language.ts'
import { pascalCase } from './words.ts'

/** A type to be written. */
interface Entry {
  readonly name: string
  readonly schema: Schema
  readonly writer: Writer
  readonly group: string
  /** Members that may be absent may also be undefined. */
  readonly isInput: boolean
  /** What is said of it, where its schema says nothing. */
  readonly about?: string
}

/**
 * The names of what is answered, where its title names something else: the form in which it is
 * written, or a type of the margin package.
 */
const answeredNames: Readonly<Record<string, string>> = {
  ApprovalRule: 'ApprovalRuleInForce',
  MarginTerms: 'AgreedMarginTerms',
}
/** The interface would have the name of a class. */
const otherNames: Readonly<Record<string, string>> = {
  Installation: 'InstallationIdentity',
}

const describedTypes = new Map(
  Object.values(schema).flatMap((value: unknown) =>
    isTitled(value) ? [[value.title, value.description] as const] : [],
  ),
)

function isTitled(value: unknown): value is Schema & { title: string } {
  return typeof value === 'object' && value !== null && 'title' in value
}

/** The types of all operations, each once, and the group in whose file it stands. */
export class Types {
  readonly #language: TypeLanguage
  readonly #entries = new Map<string, Entry>()
  /** What answers are made of: what a caller writes of it has another name. */
  readonly #answered = new Set<string>()

  constructor(answers: readonly Schema[], language: TypeLanguage) {
    this.#language = language
    for (const answer of answers) this.#note(answer)
  }

  #note(node: Schema): void {
    if (node.title !== undefined) this.#answered.add(node.title)
    for (const [, member] of membersOf(node)) this.#note(member)
    for (const variant of node.anyOf ?? []) this.#note(variant)
    if (node.items !== undefined) this.#note(node.items)
  }

  /** The name of an answer or of an item of one. */
  answer(answer: Schema, group: string): string {
    return this.#reference(answer, { writer: 'service', group, name: undefined })
  }

  /** The name of a query or a body. */
  input(input: Schema, group: string, name: string, about: string): string {
    const own = this.#nameOfInput(input, name)
    this.#add({ name: own, schema: input, writer: 'caller', group, isInput: true, about })
    return own
  }

  /** The type of a member of a query or a body, where a parameter takes it. */
  parameter(input: Schema, group: string, name: string, member: string): string {
    const schema = membersOf(input).find(([own]) => own === member)?.[1] ?? {}
    const place = `${this.#nameOfInput(input, name)}.${member}`
    return this.#text(schema, { writer: 'caller', group, name: place }, new Set())
  }

  /** That of its title, unless answers have it. */
  #nameOfInput({ title }: Schema, name: string): string {
    return title !== undefined && !this.#answered.has(title) ? title : name
  }

  groupOf(name: string): string {
    const group = this.#entries.get(name)?.group
    if (group === undefined) throw new Error(`There is no type ${name}.`)
    return group
  }

  /** Of the file of a group, each type with its text and with the others that it names. */
  file(group: string): { name: string; text: string; names: ReadonlySet<string> }[] {
    return [...this.#entries.values()]
      .filter((entry) => entry.group === group)
      .map((entry) => this.#written(entry))
  }

  #add(entry: Entry): void {
    const known = this.#entries.get(entry.name)
    if (known !== undefined) {
      if (formOf(known.schema) === formOf(entry.schema)) return
      throw new Error(`Two types are called ${entry.name}.`)
    }
    this.#entries.set(entry.name, entry)
    // Whatever it names is known before it is written.
    this.#written(entry)
  }

  #written(entry: Entry): { name: string; text: string; names: ReadonlySet<string> } {
    const names = new Set<string>()
    const members = membersOf(entry.schema).map(([name, member]) => {
      const place = { writer: entry.writer, group: entry.group, name: `${entry.name}.${name}` }
      return {
        name,
        type: this.#text(member, place, names),
        isOptional: !isRequired(entry.schema, name),
        about: this.#aboutMember(member, place.name, entry.writer),
      }
    })
    const { title, description } = entry.schema
    const about = (title && describedTypes.get(title)) ?? description ?? aboutOf(entry)
    const { name, isInput } = entry
    const text = this.#language.structure({ name, about, members, isInput })
    return { name: entry.name, text, names }
  }

  #aboutMember(member: Schema, place: string, writer: Writer): string {
    const about = fieldDescription(member, place, writer)
    const isExact = member['x-exact-number'] === true
    return isExact ? `${about} ${this.#language.aboutExactNumbers}` : about
  }

  #text(node: Schema, place: Place, names: Set<string>): string {
    const language = this.#language
    const { writer, name: placeName = '' } = place
    if (node.enum !== undefined)
      return language.enumeration(node.enum, writer, nestedName(placeName))
    if (node.anyOf !== undefined) {
      return language.union(node.anyOf.map((variant) => this.#text(variant, place, names)))
    }
    if (node.type === 'array') {
      return language.list(this.#text(node.items ?? {}, place, names), writer)
    }
    if (node.type !== 'object') return language.scalar(node, writer)
    if (node.properties === undefined) return language.anyObject(writer)
    const name = this.#reference(node, place)
    names.add(name)
    return name
  }

  #reference(node: Schema, place: Place): string {
    const { title } = node
    const name = title === undefined ? nestedName(place.name) : this.#nameOf(title, node, place)
    this.#add({ name, schema: node, writer: place.writer, group: place.group, isInput: false })
    return name
  }

  #nameOf(title: string, node: Schema, { writer }: Place): string {
    const hasTwoForms = hasEnumeration(node) && title in answeredNames
    if (hasTwoForms && writer === 'service') return answeredNames[title] ?? title
    if (writer === 'caller' && !hasTwoForms && this.#answered.has(title)) {
      if (hasEnumeration(node)) {
        throw new Error(`${title} is answered and written: answeredNames needs a name.`)
      }
      return this.#language.givenName(title, node)
    }
    return otherNames[title] ?? title
  }
}

/** Where a type stands. */
interface Place {
  readonly writer: Writer
  readonly group: string
  readonly name: string | undefined
}

/** Of an object without a title: its member's, after the type that it is a member of. */
function nestedName(place = ''): string {
  const [owner = '', member = ''] = place.split('.')
  if (member === '') throw new Error('An answer needs a title.')
  return owner + pascalCase(member)
}

/** What is said of a type that its schema does not describe. */
function aboutOf({ name, schema, about }: Entry): string {
  if (about !== undefined) return about
  const list = listOf(schema)?.name.replaceAll('_', ' ')
  if (list === undefined) throw new Error(`${name} needs a description.`)
  return 'next_page_token' in (schema.properties ?? {})
    ? `A page of ${list}.`
    : `A list of ${list}.`
}

/** A type without what is said of it in one place. */
function formOf({ title, properties, required }: Schema): string {
  return JSON.stringify([title, properties, required])
}
