import type { Agreement, AgreementVersion } from '@vadium/client'
import { replacedVersion } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { useNow } from '../../service/now.ts'
import { stateWords } from '../../figures/state-words.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'

const tones: Readonly<Record<string, Tone>> = { PROPOSED: 'call', ACCEPTED: 'covered' }

export function VersionState({ version }: { readonly version: AgreementVersion }) {
  return <Badge tone={tones[version.state] ?? 'plain'}>{stateWords(version.state)}</Badge>
}

/** The version that applies at a time: of those in effect, the newest. */
export function versionInEffect({ versions }: Agreement, nowMs: number) {
  return versions.findLast(
    ({ in_effect_time }) => in_effect_time !== null && Date.parse(in_effect_time) <= nowMs,
  )
}

/**
 * The version with which another one begins: the one that it replaces, else the operator's newest.
 * It is never what only one side has proposed.
 */
export function beginningVersion(agreement: Agreement) {
  const { versions } = agreement
  return (
    replacedVersion(agreement, { version: versions.length + 1 }) ??
    versions.findLast(({ proposer_id }) => proposer_id === null)
  )
}

/** A table of agreements, with the version of each that applies and the one that is proposed. */
export function AgreementRows({
  agreements,
  ownId,
}: {
  readonly agreements: readonly Agreement[]
  readonly ownId: string
}) {
  return (
    <OwnTable
      name="Agreements"
      what="agreements"
      columns={columnsOf(ownId, useNow())}
      rows={agreements}
      idOf={({ id }) => id}
    />
  )
}

function columnsOf(ownId: string, now: number): readonly Column<Agreement>[] {
  const side = (id: string, name: string) => (id === ownId ? `${name} (you)` : name)
  const proposedIn = ({ versions }: Agreement) => versions.find(({ state }) => state === 'PROPOSED')
  return [
    {
      id: 'lender',
      name: 'Lender',
      groups: true,
      value: ({ lender_id: id, lender_name: name }) => side(id, name),
    },
    {
      id: 'borrower',
      name: 'Borrower',
      groups: true,
      value: ({ borrower_id: id, borrower_name: name }) => side(id, name),
    },
    {
      id: 'in_effect',
      name: 'In effect',
      value: (agreement) => {
        const inEffect = versionInEffect(agreement, now)
        return inEffect === undefined ? 'none' : `version ${inEffect.version}`
      },
    },
    {
      id: 'since',
      name: 'Since',
      kind: 'time',
      value: (agreement) => versionInEffect(agreement, now)?.in_effect_time ?? null,
    },
    {
      id: 'proposed',
      name: 'Proposed',
      value: (agreement) => {
        const proposed = proposedIn(agreement)
        return proposed === undefined ? null : `version ${proposed.version} to accept`
      },
      cell: (agreement) => {
        const proposed = proposedIn(agreement)
        return proposed && <Badge tone="call">version {proposed.version} to accept</Badge>
      },
    },
    {
      id: 'terms',
      name: 'Terms',
      cell: ({ id }) => (
        <Link to="/agreements/$agreementId" params={{ agreementId: id }}>
          Terms and versions
        </Link>
      ),
    },
  ]
}
