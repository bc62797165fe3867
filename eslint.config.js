import js from '@eslint/js'
import redos from 'eslint-plugin-redos'
import tseslint from 'typescript-eslint'
import { noDecimalOperators } from './tools/lint/no-decimal-operators.js'

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'data/**', '**/coverage/**'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { redos, vadium: { rules: { 'no-decimal-operators': noDecimalOperators } } },
    rules: {
      'vadium/no-decimal-operators': 'error',
      'redos/no-vulnerable': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // The types of pg do not know that its pool waits for onConnect.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { properties: false } },
      ],
      // An interface may ask for a promise where there is nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
    },
  },
  {
    // A describe is a list of tests, not a function to hold in the head.
    files: ['**/*.test.ts', '**/test/**'],
    rules: { 'max-lines-per-function': 'off', 'redos/no-vulnerable': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
)
