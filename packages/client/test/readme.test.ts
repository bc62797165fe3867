import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const directory = join(import.meta.dirname, '..')

it('has examples in its README that compile against the sources', async () => {
  const readme = await readFile(join(directory, 'README.md'), 'utf8')
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
  expect(examples.length).toBeGreaterThan(5)

  // Each is a module of its own; most use the client that the first one makes.
  const files = new Map(
    examples.map((code, index) => [join(directory, `readme-${index}.ts`), complete(code)]),
  )
  const config = ts.getParsedCommandLineOfConfigFile(
    join(directory, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  )
  // Flags of style are this house's own; those of correctness stay.
  const style = { noUnusedLocals: false, noPropertyAccessFromIndexSignature: false }
  const options = { ...config?.options, ...style }
  const host = ts.createCompilerHost(options)
  const program = ts.createProgram([...files.keys()], options, {
    ...host,
    fileExists: (name) => files.has(name) || host.fileExists(name),
    readFile: (name) => files.get(name) ?? host.readFile(name),
    getSourceFile: (name, languageVersion) => {
      const code = files.get(name)
      return code === undefined
        ? host.getSourceFile(name, languageVersion)
        : ts.createSourceFile(name, code, languageVersion)
    },
  })
  const messages = [...files.keys()]
    .flatMap((name) => ts.getPreEmitDiagnostics(program, program.getSourceFile(name)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  expect(messages).toEqual([])
}, 60_000)

function complete(code: string): string {
  const client = /\bconst client\b/.test(code)
    ? ''
    : `import type { VadiumClient } from '@vadium/client'\ndeclare const client: VadiumClient\n`
  return `${client}${code}\nexport {}\n`
}
