import type { Agreement, AgreementVersion } from '@vadium/client'
import { replacedVersion } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { useNow } from '../../service/now.ts'
import { stateWords } from '../../figures/state-words.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'
import { versionInEffect } from '../terms/version-in-effect.ts'

const tones: Readonly<Record<string, Tone>> = { PROPOSED: 'call', ACCEPTED: 'covered' }

export function VersionState({ version }: { readonly version: AgreementVersion }) {
  return <Badge tone={tones[version.state] ?? 'plain'}>{stateWords(version.state)}</Badge>
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

/** Whose turn it is: what has been proposed, and who has not accepted it. */
function turnOf(agreement: Agreement, ownId: string, nowMs: number) {
  const proposed = agreement.versions.find(({ state }) => state === 'PROPOSED')
  if (proposed === undefined) return undefined
  const { version, lender_accept_time: lent, borrower_accept_time: borrowed } = proposed
  const { lender_id, lender_name, borrower_id, borrower_name } = agreement
  if (Date.parse(proposed.expire_time) <= nowMs) {
    return { text: `version ${version} was not accepted in time`, isOwn: false }
  }
  const awaited = [
    ...(lent === null ? [{ id: lender_id, name: lender_name }] : []),
    ...(borrowed === null ? [{ id: borrower_id, name: borrower_name }] : []),
  ]
  if (awaited.some(({ id }) => id === ownId)) {
    return { text: `version ${version} to accept`, isOwn: true }
  }
  const names = awaited.map(({ name }) => name).join(' and ')
  return { text: `version ${version} awaits ${names}`, isOwn: false }
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
      name: 'Since, UTC',
      kind: 'time',
      value: (agreement) => versionInEffect(agreement, now)?.in_effect_time ?? null,
    },
    {
      id: 'proposed',
      name: 'Proposed',
      value: (agreement) => turnOf(agreement, ownId, now)?.text ?? null,
      cell: (agreement) => {
        const turn = turnOf(agreement, ownId, now)
        return turn && <Badge tone={turn.isOwn ? 'call' : 'plain'}>{turn.text}</Badge>
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
