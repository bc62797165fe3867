import { agreementProposalsMax } from '@vadium/schema'
import { type Corruption, dropForeignKeys } from './corruption.ts'

const eligible =
  'each eligible asset of terms has a row of the general terms with its own in their place'

/** A violation of each rule about the versions of agreements. */
export const agreementCorruptions: Corruption[] = [
  [
    'everything that awaits an answer until a time has a deadline',
    'terms are proposed without one',
    'active',
    [dropForeignKeys('agreement_versions'), addVersion(100, {})],
  ],
  [
    'a version of an agreement is in effect only after both sides have accepted it, in time',
    'terms are in effect before they were accepted',
    'active',
    [
      'ALTER TABLE agreement_versions ALTER in_effect_at DROP EXPRESSION',
      "UPDATE agreement_versions SET in_effect_at = lender_accepted_at - interval '1 day'",
    ],
  ],
  [
    'a version of an agreement is in effect only after both sides have accepted it, in time',
    'terms were accepted too late',
    'active',
    [
      'ALTER TABLE agreement_versions DROP CONSTRAINT is_accepted_before_it_expires',
      'UPDATE agreement_versions SET expire_at = borrower_accepted_at',
    ],
  ],
  [
    'only the newest version of an agreement is proposed, and versions take effect in order',
    'a later version was in effect earlier',
    'active',
    [
      dropForeignKeys('agreement_versions'),
      addVersion(100, { acceptedAt: "effective_at - interval '1 day'" }),
    ],
  ],
  [
    'only the newest version of an agreement is proposed, and versions take effect in order',
    'a version was accepted after a proposal',
    'active',
    [
      dropForeignKeys('agreement_versions'),
      addVersion(100, {}),
      addVersion(200, { acceptedAt: 'effective_at' }),
    ],
  ],
  [
    'the two sides of every order have an agreement',
    'the agreements are deleted',
    'active',
    [dropForeignKeys('agreements'), 'DELETE FROM agreements'],
  ],
  [
    'who proposes a version of an agreement is a side of it that has accepted it',
    'another organization is recorded as the proposer',
    'active',
    [
      'ALTER TABLE agreement_versions DROP CONSTRAINT is_accepted_by_its_proposer',
      'UPDATE agreement_versions SET proposer_id = gen_random_uuid()',
    ],
  ],
  [
    'one side of an agreement proposes a part of its versions, and the operator has the rest',
    'a side has proposed too many',
    'active',
    [
      dropForeignKeys('agreement_versions'),
      `INSERT INTO agreement_versions (agreement_id, version, lender_id, borrower_id, terms_id,
        effective_at, lender_accepted_at, expire_at, expired_at, proposer_id)
      SELECT agreement_id, version + 10 + n, lender_id, borrower_id, gen_random_uuid(), effective_at,
        effective_at, expire_at, effective_at, lender_id
      FROM agreement_versions, generate_series(1, ${agreementProposalsMax + 1}) AS n
      WHERE version = 1`,
    ],
  ],
  [
    'every accepted order has terms that were in effect when it was accepted',
    'its terms were not in effect yet',
    'active',
    ["UPDATE agreement_versions SET effective_at = effective_at + interval '1 year'"],
  ],
  [
    'the terms of an open deal change by an amend to newer ones that were in effect, or with its collateral',
    'terms were replaced before the newer ones were in effect',
    'amended',
    ["UPDATE replaced_terms SET replaced_at = replaced_at - interval '1 year'"],
  ],
  [
    'the terms of an open deal change by an amend to newer ones that were in effect, or with its collateral',
    'the order has its first terms again',
    'amended',
    [
      `UPDATE orders o SET terms_id = t.terms_id FROM replaced_terms t
       WHERE t.order_id = o.id AND o.id = '$order'`,
    ],
  ],
  [
    'the terms of an open deal change by an amend to newer ones that were in effect, or with its collateral',
    'the amend is of another position',
    'amended',
    [
      `UPDATE order_requests SET position_id = (SELECT id FROM positions WHERE order_id <> '$order' LIMIT 1)
       WHERE kind = 'amend'`,
    ],
  ],
  [
    'every completed amend has replaced terms',
    'what it replaced is gone',
    'amended',
    ['DELETE FROM replaced_terms'],
  ],
  [
    eligible,
    'an asset has a level that was not agreed',
    'amended',
    ["UPDATE margin_terms SET margin_call_percent = '139' WHERE general_id IS NOT NULL"],
  ],
  [
    eligible,
    'an asset has another cure time than the general terms',
    'amended',
    ['UPDATE margin_terms SET cure_time_seconds = 1 WHERE general_id IS NOT NULL'],
  ],
  [
    eligible,
    'an asset has no terms',
    'amended',
    [
      `DELETE FROM margin_terms WHERE general_id IS NOT NULL
         AND id NOT IN (SELECT terms_id FROM orders WHERE terms_id IS NOT NULL)`,
    ],
  ],
  [
    eligible,
    'an asset is not in the list any more',
    'amended',
    ["UPDATE margin_terms SET eligible_collateral = '[]'"],
  ],
  [
    'at each time an order has the general terms for its first collateral, or those of another one',
    'it has the terms of another collateral',
    'amended',
    [
      `UPDATE orders o SET terms_id = m.id FROM margin_terms m
       WHERE m.general_id = o.terms_id AND o.id = '$order'`,
    ],
  ],
  [
    'a version of an agreement has the general terms, and not those of an asset',
    'a version has the terms of its asset',
    'amended',
    [
      `UPDATE agreement_versions v SET terms_id = m.id FROM margin_terms m
       WHERE m.general_id = v.terms_id`,
    ],
  ],
]

/** Another version of each agreement, with terms that do not exist. */
function addVersion(number: number, { acceptedAt }: { acceptedAt?: string }): string {
  return `INSERT INTO agreement_versions (agreement_id, version, lender_id, borrower_id, terms_id,
      effective_at, lender_accepted_at, borrower_accepted_at, expire_at)
    SELECT DISTINCT ON (agreement_id) agreement_id, version + ${number}, lender_id, borrower_id,
      gen_random_uuid(), ${acceptedAt ?? 'effective_at'}, ${acceptedAt ?? 'NULL'},
      ${acceptedAt ?? 'NULL'}, expire_at
    FROM agreement_versions ORDER BY agreement_id, version`
}
