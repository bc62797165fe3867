import { fileURLToPath } from 'node:url'
import type { CallExpression } from 'typescript-native/unstable/ast'
import { API, type Project } from 'typescript-native/unstable/sync'
import type { Member } from './comparison.ts'
import { membersOf } from './member-kinds.ts'
import { RowTypes } from './row-types.ts'
import { callsOf, nameOfCalled, type SourceCalls } from './source-calls.ts'

/** A call that gives the rows of a statement a type. */
export interface RowTypeCall {
  /** As the recorder names it: the file below the sources, and where its row type begins. */
  readonly key: string
  /** For people: `orders.repository.ts:101`. */
  readonly place: string
  /** As it is written. */
  readonly rowType: string
  /** The members of a row; of several types of rows if it is the parameter of a class. */
  readonly rows: readonly (readonly Member[])[]
}

export interface RowTypeCalls {
  readonly calls: readonly RowTypeCall[]
  /** The places whose row type is inferred from what is expected there. */
  readonly inferred: readonly string[]
}

/**
 * The calls below a folder whose function has a parameter for the type of a row. A call in a
 * function that has such a parameter itself is not among them: the calls of that function are.
 */
export function rowTypeCalls(folder: URL, config: URL): RowTypeCalls {
  const root = fileURLToPath(folder)
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [fileURLToPath(config)] }).getProjects()
    if (project === undefined) throw new Error('the compiler opened no project')
    return callsBelow(root, project)
  } finally {
    api.close()
  }
}

function callsBelow(root: string, project: Project): RowTypeCalls {
  const sources = project.program
    .getSourceFileNames()
    .filter((path) => path.startsWith(root))
    .flatMap((path) => {
      const file = project.program.getSourceFile(path)
      return file === undefined ? [] : [callsOf(file, path.slice(root.length))]
    })
  const types = new RowTypes(
    project,
    sources.flatMap(({ constructions }) => constructions),
  )
  const readers = new Set(['query', ...sources.flatMap(({ file }) => readersIn(file.text))])
  const found = sources.map((source) => {
    const reading = source.calls.filter((call) => {
      const mayTake = call.typeArguments !== undefined || readers.has(nameOfCalled(call) ?? '')
      return mayTake && takesRowType(project, call)
    })
    return {
      calls: reading.flatMap((call) => typedCall(project, types, source, call)),
      inferred: reading.flatMap((call) => inferringCall(project, source, call)),
    }
  })
  return {
    calls: found.flatMap(({ calls }) => calls),
    inferred: found.flatMap(({ inferred }) => inferred),
  }
}

const declaredReader = /#?(\w+)(?: = (?:async )?)?<[^()]*?extends QueryResultRow/g

/** The names of the functions in a source that have a parameter for the type of a row. */
const readersIn = (text: string) => [...text.matchAll(declaredReader)].map(([, name = '']) => name)

function takesRowType(project: Project, call: CallExpression): boolean {
  const declared = project.checker.getResolvedSignature(call)?.declaration?.resolve(project)
  const [head = ''] = declared?.getText().split('(') ?? []
  return head.includes('QueryResultRow')
}

function typedCall(
  { checker }: Project,
  types: RowTypes,
  { path, file }: SourceCalls,
  { typeArguments }: CallExpression,
): RowTypeCall[] {
  const [node] = typeArguments ?? []
  const rows = node && types.of(node)
  if (node === undefined || rows === undefined) return []
  const at = node.getStart(file)
  return [
    {
      key: `${path}:${at}`,
      place: `${path}:${lineOf(file.text, at)}`,
      rowType: node.getText(file),
      rows: rows.map((row) => membersOf(checker, row)),
    },
  ]
}

/**
 * What a call without a row type answers where no type is expected. The lint lets nobody use it.
 */
const untypedRow = /\bany\b|\bQueryResultRow\b/

function inferringCall(
  { checker }: Project,
  { path, file }: SourceCalls,
  call: CallExpression,
): string[] {
  const type = checker.getTypeAtLocation(call)
  if (call.typeArguments !== undefined || type === undefined) return []
  if (untypedRow.test(checker.typeToString(type))) return []
  return [`${path}:${lineOf(file.text, call.getStart(file))}`]
}

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length
