import redos from 'eslint-plugin-redos'
import tseslint from 'typescript-eslint'
import { noDecimalOperators } from './tools/lint/no-decimal-operators.js'

/** The two rules that oxlint does not have; .oxlintrc.json has all others. */
export default tseslint.config(
  { ignores: ['**/dist/**', '**/*.test.ts', '**/test/**'] },
  {
    files: ['{packages,apps,tools}/*/src/**/*.ts', 'bench/src/**/*.ts'],
    extends: [tseslint.configs.base],
    languageOptions: {
      parserOptions: { project: 'tsconfig.all.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { redos, vadium: { rules: { 'no-decimal-operators': noDecimalOperators } } },
    rules: { 'vadium/no-decimal-operators': 'error', 'redos/no-vulnerable': 'error' },
  },
)
