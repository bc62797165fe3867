import type {
  CallExpression,
  NewExpression,
  Node,
  SourceFile,
} from 'typescript-native/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isPrivateIdentifier,
  isPropertyAccessExpression,
} from 'typescript-native/unstable/ast/is'

/** What is called in a source. */
export interface SourceCalls {
  /** Its path below the folder of the sources. */
  readonly path: string
  readonly file: SourceFile
  readonly calls: readonly CallExpression[]
  readonly constructions: readonly NewExpression[]
}

export function callsOf(file: SourceFile, path: string): SourceCalls {
  const calls: CallExpression[] = []
  const constructions: NewExpression[] = []
  const visit = (node: Node): void => {
    if (isCallExpression(node)) calls.push(node)
    if (isNewExpression(node)) constructions.push(node)
    node.forEachChild(visit)
  }
  visit(file)
  return { path, file, calls, constructions }
}

/** `read` of `this.#database.read(…)`. */
export function nameOfCalled({ expression }: CallExpression | NewExpression): string | undefined {
  const name = isPropertyAccessExpression(expression) ? expression.name : expression
  return isIdentifier(name) || isPrivateIdentifier(name) ? name.text : undefined
}
