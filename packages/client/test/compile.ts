import { join } from 'node:path'
import ts from 'typescript'

const directory = join(import.meta.dirname, '..')

/** The errors that TypeScript reports in examples of the SDK, each a module of its own. */
export function faultsOf(examples: readonly string[]): string[] {
  const files = new Map(
    examples.map((code, index) => [join(directory, `example-${index}.ts`), complete(code)]),
  )
  const config = ts.getParsedCommandLineOfConfigFile(
    join(directory, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  )
  // Flags of style are those of this repository; those of correctness stay on.
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
  return [...files.keys()]
    .flatMap((name) => ts.getPreEmitDiagnostics(program, program.getSourceFile(name)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/** Most examples use the client that the first example of the README creates. */
function complete(code: string): string {
  const client = /\bconst client\b/.test(code)
    ? ''
    : `import type { VadiumClient } from '@vadium/client'\ndeclare const client: VadiumClient\n`
  return `${client}${code}\nexport {}\n`
}
