import type { Agreement, AgreementVersion } from '@vadium/client'
import page from '../../figures/page.module.css'
import { stateWords } from '../../figures/state-words.ts'
import type { Column } from '../../table/column.ts'
import { pinnedText } from '../terms/pinned-calendars.tsx'
import { PartTable } from '../../table/part-table.tsx'
import { VersionState } from './agreement-rows.tsx'

/** All versions of an agreement, newest first. */
export function Versions({ agreement }: { readonly agreement: Agreement }) {
  return (
    <section className={page['form']}>
      <h2>Versions</h2>
      <PartTable
        name="Versions"
        what="versions"
        columns={versionColumns(agreement)}
        rows={agreement.versions.toReversed()}
        idOf={({ version }) => String(version)}
        served={['-version']}
      />
    </section>
  )
}

const versionColumns = ({
  lender_id,
  borrower_id,
}: Agreement): readonly Column<AgreementVersion>[] => [
  { id: 'version', name: 'Version', kind: 'decimal', value: ({ version }) => String(version) },
  {
    id: 'state',
    name: 'State',
    value: ({ state }) => stateWords(state),
    cell: (version) => <VersionState version={version} />,
  },
  {
    id: 'proposer',
    name: 'Proposed by',
    value: ({ proposer_id }) =>
      ({ [lender_id]: 'lender', [borrower_id]: 'borrower' })[proposer_id ?? ''] ?? 'operator',
  },
  {
    id: 'lender',
    name: 'Lender accepted, UTC',
    kind: 'time',
    value: ({ lender_accept_time: time }) => time,
  },
  {
    id: 'borrower',
    name: 'Borrower accepted, UTC',
    kind: 'time',
    value: ({ borrower_accept_time: time }) => time,
  },
  {
    id: 'calendars',
    name: 'Calendars',
    value: ({ calendar_versions: pinned }) => pinnedText(pinned) || 'none',
  },
  {
    id: 'in_effect',
    name: 'In effect from, UTC',
    kind: 'time',
    value: ({ in_effect_time: time }) => time,
  },
]
