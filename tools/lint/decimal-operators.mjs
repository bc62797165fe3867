import { relative } from 'node:path'
import { SyntaxKind } from 'typescript-native/unstable/ast'
import { API } from 'typescript-native/unstable/sync'

/**
 * Operators on Decimals compile and lie: `a < b` compares strings or floats, `a === b` compares
 * identities, `a + b` joins texts. The methods say what is meant.
 */
const operators = new Set([
  SyntaxKind.LessThanToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanEqualsToken,
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.PlusToken,
  SyntaxKind.MinusToken,
  SyntaxKind.AsteriskToken,
  SyntaxKind.SlashToken,
  SyntaxKind.PercentToken,
  SyntaxKind.AsteriskAsteriskToken,
])
const sources = /^(?:(?:packages|apps|tools)\/[^/]+|bench)\/src\/.*(?<!\.test)\.ts$/
const root = process.cwd()

const isNothing = (node) =>
  node.kind === SyntaxKind.NullKeyword ||
  (node.kind === SyntaxKind.Identifier && node.text === 'undefined')

function suspects(file) {
  const found = []
  const visit = (node) => {
    if (
      node.kind === SyntaxKind.BinaryExpression &&
      operators.has(node.operatorToken.kind) &&
      !isNothing(node.left) &&
      !isNothing(node.right)
    ) {
      found.push(node)
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

function isDecimal(type) {
  if (type === undefined) return false
  const parts = type.isUnionType() || type.isIntersectionType() ? type.getTypes() : [type]
  return parts.some((part) => part.getSymbol()?.name === 'Decimal')
}

const api = new API({ cwd: root })
const [project] = api.updateSnapshot({ openProjects: [`${root}/tsconfig.all.json`] }).getProjects()
const paths = project.program
  .getSourceFileNames()
  .filter((path) => sources.test(relative(root, path)))
// A check of no files would pass.
if (paths.length < 500) throw new Error(`only ${paths.length} sources were found`)

for (const path of paths) {
  const file = project.program.getSourceFile(path)
  const expressions = suspects(file)
  // One question for a file: each is a message to the process of the compiler.
  const types = project.checker.getTypeAtLocation(
    expressions.flatMap(({ left, right }) => [left, right]),
  )
  for (const [index, expression] of expressions.entries()) {
    if (!isDecimal(types[2 * index]) && !isDecimal(types[2 * index + 1])) continue
    process.exitCode = 1
    const line = file.text.slice(0, expression.operatorToken.end).split('\n').length
    const operator = expression.operatorToken.getText(file)
    console.log(
      `${relative(root, path)}:${line} Use a method of Decimal in place of ${operator}: it would not compare or compute decimals.`,
    )
  }
}
api.close()
