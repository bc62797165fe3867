import { Type } from '@sinclair/typebox'
import { expect, it } from 'vitest'
import { compileWaitingValidators, validatorOf } from '../../../src/platform/http/validation.ts'

it('compiles a schema for its first value, or when a started process has time', async () => {
  // A pattern that is no regular expression: its schema cannot be compiled.
  const broken = Type.Object({ id: Type.String({ pattern: '(' }) })
  const validate = validatorOf(broken, 'body')
  await expect(compileWaitingValidators()).rejects.toThrow('Invalid regular expression')
  expect(() => validate({ id: 'a' })).toThrow('Invalid regular expression')
})
