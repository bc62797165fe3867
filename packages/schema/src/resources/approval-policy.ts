import { type Static, Type } from '@sinclair/typebox'
import { alwaysApproved, approvableOperationNames } from './approvable.ts'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'

/** The largest number of approvals that a rule may ask for. */
export const approvalsMax = 10
/** A day, in seconds: the time to decide that the default policies give. */
const daySeconds = 86_400
/** The longest time to decide that a rule may give, in seconds. */
export const approvalSecondsMax = 30 * daySeconds

export const ApprovalRule = Type.Object(
  {
    operation: enumeration(approvableOperationNames, {
      description: 'The operation that needs approvals.',
    }),
    above_usd: nullable(
      DecimalString,
      'The operation needs approvals above this amount, in USD, and if its amount is unknown. Null: always.',
      '1000000',
    ),
    approvals: Type.Integer({
      minimum: 1,
      maximum: approvalsMax,
      description: 'How many other accounts must approve.',
      examples: [1],
    }),
    within_seconds: Type.Integer({
      minimum: 60,
      maximum: approvalSecondsMax,
      description:
        'The time to decide, in seconds. Within this time, accounts that created one another, gave one another a credential, or were created by the same account count as one person.',
      examples: [daySeconds],
    }),
  },
  {
    title: 'ApprovalRule',
    additionalProperties: false,
    description: 'How many other accounts must approve an operation, and in which time.',
  },
)
export type ApprovalRule = Static<typeof ApprovalRule>

export const ApprovalRules = Type.Array(ApprovalRule, {
  maxItems: 200,
  description:
    'The rules. If several apply to a request, it needs the most approvals that one of them asks for, within the shortest of their times, and accounts that the requester created within the longest may not approve it. Without a rule an operation needs no approval.',
})

export const ApprovalPolicy = Type.Object(
  {
    organization_id: described(Uuid, 'The organization whose requests the policy covers.'),
    version: Type.Integer({
      minimum: 0,
      description: 'The number of the version: 1, 2, 3. 0: the default of the installation.',
      examples: [1],
    }),
    rules: ApprovalRules,
    create_time: nullable(Timestamp, 'When the version was set. Null for the default.'),
    account_id: nullable(Uuid, 'The account that set the version. Null for the default.'),
  },
  {
    title: 'ApprovalPolicy',
    additionalProperties: false,
    description: 'Which operations of an organization need the approval of other accounts.',
  },
)
export type ApprovalPolicy = Static<typeof ApprovalPolicy>

const always = (operation: ApprovalRule['operation']): ApprovalRule => ({
  operation,
  above_usd: null,
  approvals: 1,
  within_seconds: daySeconds,
})

/** Rules that apply to every organization, beside its policy. */
export const fixedRules: readonly ApprovalRule[] = alwaysApproved.map(always)

/**
 * What an operator does to another organization only with its admin, whatever the policies say and
 * however many people the installation asks for.
 */
export const alwaysWithTheAdmin: readonly ApprovalRule[] = [always('retireWallet')]

/**
 * The policies of an installation in which each dangerous act needs two people, until an
 * organization sets its own. `platform` covers requests of operators, `organization` those of every
 * other organization.
 */
export const twoPersonPolicies = {
  platform: [
    always('createAccount'),
    always('createCredential'),
    always('rotateCredential'),
    always('activateOrganization'),
    always('createAgreement'),
    always('amendAgreement'),
    always('releasePrice'),
    always('createCustodian'),
    always('createAsset'),
    always('setCalendar'),
    always('createWallet'),
    always('setApprovalPolicy'),
  ],
  organization: [
    always('createCredential'),
    always('rotateCredential'),
    always('createWallet'),
    always('changeOrderWallets'),
    always('terminateCloseOut'),
    // Of a proposal of terms as well, which is an acceptance.
    always('acceptAgreement'),
    always('setApprovalPolicy'),
  ],
} as const satisfies Readonly<Record<string, readonly ApprovalRule[]>>
