import type { MarginTerms } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import type { CommandIssue } from '../src/errors/command-error.ts'
import { acceptanceSteps, agreementSteps } from '../src/init/agreement-steps.ts'
import type { Installed } from '../src/init/installed.ts'

type Version = Installed['agreements'][number]['versions'][number]

const time = '2026-03-02T12:00:00.000Z'
const terms: MarginTerms = {
  requirement_percent: '105',
  haircut: null,
  margin_call_percent: '103',
  liquidation_percent: '101',
  top_up_when: 'minimum',
  release_percent: null,
  default_causes: [],
  grace_seconds: 86_400,
  liquidation_confirm_seconds: 900,
  settlement_time_seconds: null,
  dispute_time_seconds: 86_400,
  recall_notice_seconds: null,
  close_out_discount: '0',
  close_out_scope: 'full',
  eligible_collateral: [],
  minimum_applies_to: 'deal',
  threshold_usd: '0',
  minimum_notional_top_up_usd: '10000',
  minimum_notional_release_usd: '25000',
  lot_top_up: null,
  lot_release: null,
  day_count: 'ACT/360',
  interest_schedule: 'at_close',
  cure_time_seconds: 14_400,
  calendars: [],
  time_zone: null,
  notification_time: null,
  response_time: null,
  dispute_tolerance_usd: '500',
  dispute_tolerance_percent: null,
  dispute_method: 'undisputed',
}
const others = { ...terms, requirement_percent: '120' }
const file = { agreements: [{ lender: 'harbor', borrower: 'kestrel', terms }] }

const versionOf = (version: number, changes: Partial<Version> = {}): Version => ({
  version,
  state: 'PROPOSED',
  proposer_id: null,
  effective_time: time,
  expire_time: time,
  lender_accept_time: null,
  borrower_accept_time: null,
  in_effect_time: null,
  terms,
  calendar_versions: [],
  ...changes,
})
const accepted = {
  state: 'ACCEPTED',
  lender_accept_time: time,
  borrower_accept_time: time,
  in_effect_time: time,
} as const
const ofLender = { proposer_id: 'harbor', lender_accept_time: time, terms: others }

/** What is planned and wrong where the agreement of the file has these versions. */
function planned(...versions: Version[]) {
  const organization = (slug: string) =>
    ({ id: slug, slug, name: slug, status: 'active', create_time: time }) as const
  const installed = {
    organizations: [organization('harbor'), organization('kestrel')],
    agreements: [
      {
        id: 'agreement',
        lender_id: 'harbor',
        lender_name: 'harbor',
        borrower_id: 'kestrel',
        borrower_name: 'kestrel',
        versions,
      },
    ],
  }
  const faults: CommandIssue[] = []
  agreementSteps(file, installed, faults)
  const acceptances = acceptanceSteps(file, installed).filter(({ act }) => act !== undefined)
  return { faults, acceptances: acceptances.map(({ what }) => what) }
}

describe('vadium init with an agreement that exists', () => {
  it('accepts the proposal of the operator for each side that has not', () => {
    expect(planned(versionOf(1, { lender_accept_time: time }))).toEqual({
      faults: [],
      acceptances: ['acceptance by kestrel of version 1 of the agreement of harbor and kestrel'],
    })
  })

  it('accepts nothing that a side proposed, and does not compare the file with it', () => {
    expect(planned(versionOf(1, accepted), versionOf(2, ofLender))).toEqual({
      faults: [],
      acceptances: [],
    })
  })

  it('names as expired what the operator proposed, where a side proposed after it', () => {
    expect(planned(versionOf(1, { state: 'EXPIRED' }), versionOf(2, ofLender))).toEqual({
      faults: [{ field: 'agreements[0]', issue: 'has expired without acceptance: amend it' }],
      acceptances: [],
    })
  })

  it('compares the file with what both sides accepted last, also on the proposal of a side', () => {
    expect(
      planned(versionOf(1, accepted), versionOf(2, { ...ofLender, ...accepted, version: 2 })),
    ).toEqual({
      faults: [
        {
          field: 'agreements[0].terms.requirement_percent',
          issue: 'is "120" already, but "105" here',
        },
      ],
      acceptances: [],
    })
  })
})
