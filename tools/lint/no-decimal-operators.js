import { ESLintUtils } from '@typescript-eslint/utils'

const operators = new Set([
  '<',
  '>',
  '<=',
  '>=',
  '==',
  '!=',
  '===',
  '!==',
  '+',
  '-',
  '*',
  '/',
  '%',
  '**',
])

/**
 * Operators on Decimals compile and lie: `a < b` compares strings or floats, `a === b` compares
 * identities, `a + b` joins texts. The methods say what is meant.
 */
export const noDecimalOperators = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      operator:
        'Use a method of Decimal in place of {{operator}}: it would not compare or compute decimals.',
    },
  },
  defaultOptions: [],
  create(context) {
    const services = ESLintUtils.getParserServices(context)
    /** @param {import('@typescript-eslint/utils').TSESTree.Node} node */
    const isDecimal = (node) => {
      const type = services.getTypeAtLocation(node)
      const parts = type.isUnionOrIntersection() ? type.types : [type]
      return parts.some((part) => part.getSymbol()?.getName() === 'Decimal')
    }
    return {
      BinaryExpression(node) {
        if (!operators.has(node.operator)) return
        const isNothing = (side) =>
          (side.type === 'Literal' && side.value === null) ||
          (side.type === 'Identifier' && side.name === 'undefined')
        if (isNothing(node.left) || isNothing(node.right)) return
        if (!isDecimal(node.left) && !isDecimal(node.right)) return
        context.report({ node, messageId: 'operator', data: { operator: node.operator } })
      },
    }
  },
})
