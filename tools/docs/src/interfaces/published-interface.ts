import { dirname, join } from 'node:path/posix'
import ts from 'typescript'

/** A member of a published declaration, or the declaration itself. */
export interface PublishedMember {
  /** What programs write, such as `Orders.create` or `Order.rate_percent`. */
  readonly name: string
  /** Its parts: the constituents of a type, or the parameters and then the answer of a method. */
  readonly parts: readonly string[]
  readonly kind: 'type' | 'method'
  /** Whether an object of that type must have it. */
  readonly isRequired: boolean
  /** The declaration that it belongs to. */
  readonly owner: string
}

export interface PublishedInterface {
  readonly members: ReadonlyMap<string, PublishedMember>
  /** The declarations that programs make objects of, because a method takes them. */
  readonly taken: ReadonlySet<string>
}

/** The text of a source file, by its path; undefined if there is none. */
export type ReadSource = (path: string) => string | undefined

/**
 * What a package publishes, as its sources declare it. It follows the exports of the entry by their
 * names and reads the declarations as they are written, without the compiler's types: a type that
 * is written in another way is another one here, even if it means the same.
 */
export function publishedInterface(read: ReadSource, entry: string): PublishedInterface {
  const sources = new Sources(read)
  const members = new Map<string, PublishedMember>()
  const takenNames = new Set<string>()
  for (const [name, { node, path }] of sources.exportsOf(entry)) {
    for (const member of sources.membersOf(name, node, path)) {
      members.set(member.name, member)
      if (member.kind === 'method') {
        for (const parameter of member.parts.slice(0, -1)) addNames(takenNames, parameter)
      }
    }
  }
  return { members, taken: closedOver(takenNames, members) }
}

const addNames = (names: Set<string>, text: string) => {
  for (const [name] of text.matchAll(/\b[A-Z]\w*/g)) names.add(name)
}

/** What is taken has members, whose types are taken, too. */
function closedOver(
  names: Set<string>,
  members: ReadonlyMap<string, PublishedMember>,
): ReadonlySet<string> {
  for (let size = -1; size !== names.size;) {
    size = names.size
    for (const { owner, parts } of members.values()) {
      if (names.has(owner)) for (const part of parts) addNames(names, part)
    }
  }
  return names
}

interface Found {
  readonly node: ts.Statement
  readonly path: string
}

class Sources {
  readonly #files = new Map<string, ts.SourceFile | undefined>()
  readonly #read: ReadSource

  constructor(read: ReadSource) {
    this.#read = read
  }

  /** Every exported declaration of a file, by the name under which it is exported. */
  exportsOf(path: string): Map<string, Found> {
    const found = new Map<string, Found>()
    const file = this.#file(path)
    for (const node of file?.statements ?? []) {
      if (ts.isExportDeclaration(node)) {
        for (const [name, one] of this.#exportedFrom(node, path)) found.set(name, one)
      } else if (isExported(node)) {
        for (const name of namesOf(node)) found.set(name, { node, path })
      }
    }
    return found
  }

  #exportedFrom(node: ts.ExportDeclaration, path: string): [string, Found][] {
    const from = moduleOf(node)
    // Another package publishes its own interface.
    if (from === undefined || !from.startsWith('.')) return []
    const there = this.exportsOf(join(dirname(path), from))
    const { exportClause: clause } = node
    if (clause === undefined) return [...there]
    if (!ts.isNamedExports(clause)) return []
    return clause.elements.flatMap(({ name, propertyName }) => {
      const one = there.get((propertyName ?? name).text)
      return one === undefined ? [] : [[name.text, one]]
    })
  }

  /** The members of a declaration, with those of the classes and interfaces that it extends. */
  membersOf(owner: string, node: ts.Statement, path: string): PublishedMember[] {
    if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
      const own = node.members.flatMap((member) => memberOf(owner, member))
      const inherited = (node.heritageClauses ?? []).flatMap(({ types }) =>
        types.flatMap(({ expression }) => this.#inherited(owner, expression.getText(), path)),
      )
      return [...inherited, plain(owner, ['declared']), ...own]
    }
    if (ts.isFunctionDeclaration(node)) return [callable(owner, owner, node)]
    if (ts.isTypeAliasDeclaration(node)) {
      if (!ts.isTypeLiteralNode(node.type)) return [plain(owner, constituents(node.type))]
      const own = node.type.members.flatMap((member) => memberOf(owner, member))
      return [plain(owner, ['declared']), ...own]
    }
    return [plain(owner, ['declared'])]
  }

  #inherited(owner: string, base: string, path: string): PublishedMember[] {
    const found = this.#lookUp(base, path)
    return found === undefined ? [] : this.membersOf(owner, found.node, found.path)
  }

  /** A declaration that a file has or imports. */
  #lookUp(name: string, path: string): Found | undefined {
    for (const node of this.#file(path)?.statements ?? []) {
      if (namesOf(node).includes(name)) return { node, path }
      if (!ts.isImportDeclaration(node)) continue
      const from = moduleOf(node)
      const bindings = node.importClause?.namedBindings
      if (from?.startsWith('.') !== true || bindings === undefined) continue
      if (!ts.isNamedImports(bindings)) continue
      const named = bindings.elements.find((one) => one.name.text === name)
      if (named === undefined) continue
      return this.exportsOf(join(dirname(path), from)).get((named.propertyName ?? named.name).text)
    }
    return undefined
  }

  #file(path: string): ts.SourceFile | undefined {
    if (!this.#files.has(path)) {
      const text = this.#read(path)
      this.#files.set(
        path,
        text === undefined
          ? undefined
          : ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
      )
    }
    return this.#files.get(path)
  }
}

function moduleOf({ moduleSpecifier }: ts.ExportDeclaration | ts.ImportDeclaration) {
  return moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier)
    ? moduleSpecifier.text
    : undefined
}

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) &&
  ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true

function namesOf(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    )
  }
  const isNamed =
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isEnumDeclaration(node)
  return isNamed && node.name !== undefined ? [node.name.text] : []
}

function memberOf(owner: string, node: ts.TypeElement | ts.ClassElement): PublishedMember[] {
  if (ts.isConstructorDeclaration(node)) return [callable(owner, `new ${owner}`, node)]
  const { name: key } = node
  if (key === undefined || ts.isPrivateIdentifier(key) || isHidden(node)) return []
  const name = `${owner}.${key.getText()}`
  const isOptional = 'questionToken' in node && node.questionToken !== undefined
  if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) {
    return [{ ...callable(owner, name, node), isRequired: !isOptional }]
  }
  if (!ts.isPropertySignature(node) && !ts.isPropertyDeclaration(node)) {
    return [{ ...plain(owner, ['declared']), name }]
  }
  const parts = node.type === undefined ? [inferred(node)] : constituents(node.type)
  return [
    {
      name,
      owner,
      kind: 'type',
      parts: isOptional ? [...parts, 'undefined'] : parts,
      isRequired: !isOptional,
    },
  ]
}

/** Of `= new Orders(this)`, the class. Any other value is not looked at. */
function inferred(node: ts.PropertySignature | ts.PropertyDeclaration): string {
  const value = ts.isPropertyDeclaration(node) ? node.initializer : undefined
  return value !== undefined && ts.isNewExpression(value) ? textOf(value.expression) : 'inferred'
}

const hiding = new Set([ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword])
const isHidden = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => hiding.has(kind)) === true

const plain = (owner: string, parts: readonly string[]): PublishedMember => ({
  name: owner,
  owner,
  kind: 'type',
  parts,
  isRequired: false,
})

function callable(
  owner: string,
  name: string,
  { parameters, type }: ts.SignatureDeclaration,
): PublishedMember {
  const taken = parameters.map((one) => {
    const isOptional = one.questionToken !== undefined || one.initializer !== undefined
    return `${textOf(one.name)}${isOptional ? '?' : ''}: ${textOf(one.type)}`
  })
  return { name, owner, kind: 'method', parts: [...taken, textOf(type)], isRequired: true }
}

const constituents = (type: ts.TypeNode): string[] =>
  ts.isUnionTypeNode(type) ? type.types.map(textOf) : [textOf(type)]

const textOf = (node: ts.Node | undefined): string =>
  node === undefined ? '' : node.getText().replaceAll(/\s+/g, ' ')
