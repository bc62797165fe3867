import type { Agreement, AgreementVersion } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { useNow } from '../../service/now.ts'
import { stateWords } from '../../figures/state-words.ts'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant } from '../../figures/time.tsx'

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

/** A table of agreements, with the version of each that applies and the one that is proposed. */
export function AgreementRows({
  agreements,
  ownId,
}: {
  readonly agreements: readonly Agreement[]
  readonly ownId: string
}) {
  const now = useNow()
  return (
    <TableScroll name="Agreements">
      <table>
        <thead>
          <tr>
            <th>Lender</th>
            <th>Borrower</th>
            <th>In effect</th>
            <th>Since</th>
            <th>Proposed</th>
            <th>Terms</th>
          </tr>
        </thead>
        <tbody>
          {agreements.map((agreement) => {
            const inEffect = versionInEffect(agreement, now)
            const proposed = agreement.versions.find(({ state }) => state === 'PROPOSED')
            return (
              <tr key={agreement.id}>
                <td className="cut" title={agreement.lender_name}>
                  {agreement.lender_name}
                  {agreement.lender_id === ownId && ' (you)'}
                </td>
                <td className="cut" title={agreement.borrower_name}>
                  {agreement.borrower_name}
                  {agreement.borrower_id === ownId && ' (you)'}
                </td>
                <td>{inEffect === undefined ? 'none' : `version ${inEffect.version}`}</td>
                <td>
                  {inEffect?.in_effect_time != null && <Instant at={inEffect.in_effect_time} />}
                </td>
                <td>
                  {proposed !== undefined && (
                    <Badge tone="call">version {proposed.version} to accept</Badge>
                  )}
                </td>
                <td>
                  <Link to="/agreements/$agreementId" params={{ agreementId: agreement.id }}>
                    Terms and versions
                  </Link>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableScroll>
  )
}
