import { type Static, Type } from '@sinclair/typebox'
import { enumeration, text } from '../enumeration.ts'
import { type ErrorCode, errorCodes } from './codes.ts'
import { type ErrorReason, errorReasons } from './reasons.ts'

export const ErrorDetail = Type.Object(
  {
    field: text('The member, parameter or header with the problem.', 'asset_quantity'),
    issue: text('The problem, and the expected value.', 'must be a decimal above zero'),
    value: Type.Optional(
      text(
        "A related value, such as the id of another resource or the server's time.",
        '2026-03-02T16:00:00.000Z',
      ),
    ),
    allowed: Type.Optional(
      Type.Array(Type.String(), { description: 'The allowed values.', examples: [['PENDING']] }),
    ),
  },
  {
    title: 'ErrorDetail',
    additionalProperties: false,
    description: 'One part of the request with a problem.',
  },
)
export type ErrorDetail = Static<typeof ErrorDetail>

export const ErrorBody = Type.Object(
  {
    error: Type.Object(
      {
        code: enumeration(Object.keys(errorCodes) as ErrorCode[], {
          description: 'The canonical error name. The HTTP status follows from it.',
        }),
        message: text(
          'A sentence for people. It may change; programs should use `reason`.',
          'The position was not found.',
        ),
        reason: enumeration(Object.keys(errorReasons) as ErrorReason[], {
          description: 'The specific reason. It is stable. New reasons may be added.',
        }),
        details: Type.Optional(
          Type.Array(ErrorDetail, { description: 'The parts of the request with a problem.' }),
        ),
        request_id: text(
          'Identifies the request in the logs of the service. Also in the header X-Request-Id.',
          '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
        ),
      },
      { additionalProperties: false, description: 'Why the request was refused.' },
    ),
  },
  { title: 'Error', additionalProperties: false, description: 'The answer to a refused request.' },
)
export type ErrorBody = Static<typeof ErrorBody>
