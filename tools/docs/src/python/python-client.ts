import { readFile } from 'node:fs/promises'
import { getInstallation, type Operation, operations } from '@vadium/schema'
import { answerWordsOf } from '../sdk/descriptors.ts'
import { ownAdvice, reasonsOfWrites } from '../sdk/error-types.ts'
import { classNames, descriptionOf } from '../sdk/groups.ts'
import { Types } from '../sdk/types.ts'
import { pythonMethod } from './python-methods.ts'
import { docstring, enclosed, pythonName, quoted } from './python-text.ts'
import { PythonTypes } from './python-types.ts'

const folder = 'tools/docs/src/python/parts'

/** What is written by hand, in its order. */
const parts = [
  'head',
  'errors',
  'retries',
  'signing',
  'values',
  'exchange',
  'calls',
  'pages',
  'exports',
  'streams',
  'approvals',
  'webhooks',
]

const notice =
  '# Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.\n' +
  // In its strict mode, pyright refuses that a class calls what is private to the module.
  '# pyright: standard\n'

/** The client in Python: what is written by hand, and a method for each operation. */
export async function pythonClient(root: string): Promise<string> {
  const texts = await Promise.all(
    parts.map((part) => readFile(`${root}${folder}/${part}.py`, 'utf8')),
  )
  const groups = Object.keys(classNames)
  const all = [...operations, getInstallation]
  const language = new PythonTypes()
  const types = new Types(
    all.map(({ response }) => response),
    language,
  )
  const classes = groups.map((group) => {
    const own = all.filter((operation) => operation.group === group)
    return resourceClass(group, own, types)
  })
  const structures = groups.flatMap((group) => types.file(group).map(({ text }) => text))
  const written = [
    ...texts.map((text) => text.trim()),
    tables(all),
    ...classes,
    client(groups),
    language.enumerations().join('\n'),
    ...structures,
  ]
  checkNames(written)
  return `${notice}${written.join('\n\n\n')}\n`
}

/** A class would otherwise take the place of another one with its name. */
function checkNames(texts: readonly string[]): void {
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^(?:class |def )?(\w+)(?= = |\(|:$)/gm)].map(([, name = '']) => name),
  )
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) throw new Error(`Python has two meanings of ${twice}.`)
}

/** What follows from the reasons of errors and from the operations. */
function tables(all: readonly Operation[]): string {
  const advice = ownAdvice().map(([reason, retry]) => `${quoted(reason)}: ${quoted(retry)}`)
  const reasons = reasonsOfWrites().map(quoted)
  const described = all.map(descriptor)
  return [
    '# The reasons for which something else is to be done than their codes say.',
    enclosed('_ADVICE: Mapping[str, str] = {', advice, '}', ''),
    '',
    '# The reasons with which writes themselves refuse, besides what is not found.',
    enclosed('_REASONS_OF_WRITES = frozenset({', reasons, '})', ''),
    '',
    enclosed('_OPERATIONS: Mapping[str, _Operation] = {', described, '}', ''),
  ].join('\n')
}

function descriptor({ id, method, path, response, safe, body, isBodyOptional }: Operation): string {
  const words = lines(answerWordsOf(response))
  const hasBody = body !== undefined && isBodyOptional !== true
  const given = [
    quoted(method),
    quoted(path),
    words.map(quoted).join('\n        '),
    ...(safe ? [] : ['is_write=True']),
    ...(hasBody ? ['has_body=True'] : []),
  ]
  return enclosed(`${quoted(id)}: _Operation(`, given, ')', '    ')
}

const LINE_LENGTH_MAX = 80

function lines(words: readonly string[]): string[] {
  const joined = ['']
  for (const word of words) {
    const last = joined.at(-1) ?? ''
    if (last.length + word.length < LINE_LENGTH_MAX) {
      joined[joined.length - 1] = last === '' ? word : `${last} ${word}`
    } else joined.push(` ${word}`)
  }
  return joined
}

const classOf = (group: string): string => classNames[group] ?? ''

function resourceClass(group: string, own: readonly Operation[], types: Types): string {
  const head = `class ${classOf(group)}:
${docstring([descriptionOf(group).replaceAll(/\{@link (\w+)\}/g, '$1')], '    ')}

    def __init__(self, connection: Connection) -> None:
        self._connection = connection`
  const more = group === 'approvals' ? [waitMethod] : []
  return [head, ...own.map((operation) => pythonMethod(operation, types)), ...more].join('\n\n')
}

const waitMethod = `    def wait(self, approval_id: Id, *, timeout: Optional[float] = None) -> Any:
        """Waits until a request that needs approval has been carried out, and returns its answer:
        what the call that raised the ApprovalRequiredError would have returned. It raises an
        ApprovalEndedError if the request was rejected or withdrawn, if it expired, or if it was
        refused when it was to be carried out. After \`timeout\` seconds it raises the
        ApprovalRequiredError, or the error of the last read.
        """
        return _approval_outcome(lambda: self.get(approval_id), timeout)`

function client(groups: readonly string[]): string {
  const resources = groups.map(
    (group) => `        self.${pythonName(group)} = ${classOf(group)}(self)`,
  )
  return `class Client(Connection):
    """A connection with every operation of the service as a method, by its resource."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
${resources.join('\n')}`
}
