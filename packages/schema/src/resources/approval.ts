import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { approvalStates } from '../state-machines/approval.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import { AvailableActions } from './available-action.ts'

export const ApprovalState = enumeration(statesOf(approvalStates), {
  title: 'ApprovalState',
  description: 'The state of the approval, as in /state-machines.',
})

export const RequestHash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  maxLength: 64,
  description:
    'The SHA-256 of the method, a line feed, the path, a line feed and the body, exactly as they were signed. Hexadecimal.',
  examples: ['7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069'],
  'x-expected': 'the request_hash of the approval: 64 of 0-9 and a-f',
})

const StoredRequest = Type.Object(
  {
    method: text('The HTTP method.', 'POST'),
    path: text('The path, as it was signed.', '/orders'),
    body: text('The body, exactly as it was signed. Empty if there is none.', '{"role":"viewer"}'),
  },
  {
    title: 'StoredRequest',
    additionalProperties: false,
    description: 'The request that awaits approval, exactly as it was signed.',
  },
)

const ApprovalDecision = Type.Object(
  {
    decision: enumeration(['approve', 'reject'], { description: 'What the account decided.' }),
    account_id: described(Uuid, 'The account that decided.'),
    credential_id: described(Uuid, 'The credential that signed the decision.'),
    time: described(Timestamp, 'When it decided.'),
  },
  {
    title: 'ApprovalDecision',
    additionalProperties: false,
    description: 'The decision of one account.',
  },
)

export const Approval = Type.Object(
  {
    id: described(Uuid, 'The id of the approval.'),
    state: ApprovalState,
    operation: text('The operation of the request.', 'createCredential'),
    request: StoredRequest,
    request_hash: RequestHash,
    organization_id: described(Uuid, 'The organization that made the request.'),
    account_id: described(Uuid, 'The account that made the request.'),
    credential_id: described(Uuid, 'The credential that signed the request.'),
    decider_id: described(Uuid, 'The organization whose accounts may decide.'),
    approvals_needed: Type.Integer({
      minimum: 1,
      description: 'How many other accounts must approve.',
      examples: [1],
    }),
    decisions: Type.Array(ApprovalDecision, { description: 'The decisions, oldest first.' }),
    amount_usd: nullable(
      DecimalString,
      'The amount of the request in USD when it was made, or when it was found to need more approvals. Null if it has none, or if it is unknown.',
      '1250000',
    ),
    order_id: nullable(Uuid, 'The order that the request concerns. Null if there is none.'),
    counterparty_id: nullable(
      Uuid,
      'The other side of the deal or of the agreement that the request concerns. Null if there is none.',
    ),
    counterparty_name: nullable(
      Type.String(),
      'Its name. Null if there is no other side, or if you may not see it.',
      'Harbor Lending',
    ),
    create_time: described(Timestamp, 'When the request was made.'),
    expire_time: described(Timestamp, 'When it expires if it has not been carried out.'),
    end_time: nullable(Timestamp, 'When it reached its final state. Null before that.'),
    answer: nullable(
      Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
      'The answer of the request, as its operation describes it. Null unless it was carried out.',
    ),
    failure: nullable(
      Type.Object(
        {
          reason: text('The reason of the refusal, as in errors.', 'INVALID_STATE'),
          message: text('A sentence for people.', 'The action is not allowed.'),
        },
        {
          title: 'ApprovalFailure',
          additionalProperties: false,
          description: 'Why a request could not be carried out.',
        },
      ),
      'Why the request could not be carried out. Null unless the state is FAILED.',
    ),
    actions: AvailableActions,
  },
  {
    title: 'Approval',
    additionalProperties: false,
    description: 'A request that is carried out once enough other accounts have approved it.',
  },
)
export type Approval = Static<typeof Approval>

/** The largest number of requests of one account that await approval. */
export const pendingApprovalsMax = 100

/** The largest number of approved requests of one organization that wait to be carried out. */
export const approvedRequestsMax = 100

/** The answer 202 of a write that needs approval. */
export const ApprovalRequired = Type.Object(
  { approval: Approval },
  {
    title: 'ApprovalRequired',
    additionalProperties: false,
    description: 'The request needs approval. It has had no effect yet.',
  },
)
export type ApprovalRequired = Static<typeof ApprovalRequired>

export const ApprovalChange = Type.Object(
  {
    approval_id: described(Uuid, 'The approval.'),
    operation: text('The operation of the request.', 'createCredential'),
    action: text('The action. `create`: the approval was requested.', 'approve'),
    from: nullable(Type.String(), 'The state before. Null if it was created.', 'PENDING'),
    to: text('The state after.', 'APPROVED'),
    account_id: nullable(Uuid, 'The account that acted. Null if it was the service.'),
  },
  {
    title: 'ApprovalChange',
    additionalProperties: false,
    description: 'The creation of an approval, a decision, or a change of its state.',
  },
)
export type ApprovalChange = Static<typeof ApprovalChange>
