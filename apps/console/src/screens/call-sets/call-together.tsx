import type { CallSet, CallSetPreview } from '@vadium/client'
import { verifyCallSet } from '@vadium/margin'
import { Link } from '@tanstack/react-router'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Read } from '../../figures/read.tsx'
import { RecomputedHere } from '../../figures/recomputed-here.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { directionWord } from '../calls/call-rows.tsx'
import { callSetPreviewQuery, type DueTogether } from './call-set-queries.ts'

/** The calls of a set before they are sent: each deal, their sum, and that this browser agrees. */
export function CallTogether({
  due: { agreement, direction },
  word,
  close,
}: {
  readonly due: DueTogether
  readonly word: string
  readonly close: () => void
}) {
  const client = useClient()
  const preview = useRead(callSetPreviewQuery, agreement.id, direction)
  const write = useWrite<CallSet>()
  const set = preview.data
  const verification = set && verifyCallSet(set)
  return (
    <ConfirmDialog
      title={`${word}: ${directionWord(direction)}s of ${agreement.borrower_name} at ${agreement.lender_name}`}
      action={word}
      canSend={set?.can_submit === true && verification?.ok === true && !preview.isFetching}
      send={() => {
        const body = { calculation_id: set?.calculation_id ?? '' }
        void write.write((options) => client.callSets.create(body, options))
      }}
      write={write}
      done={({ id, request_ids: ids }) => (
        <p>
          {ids.length} requests were created.{' '}
          <Link to="/call-sets/$callSetId" params={{ callSetId: id }}>
            See the call set
          </Link>
        </p>
      )}
      close={close}
    >
      <Read of={preview} what="the preview">
        {(shown) => (
          <>
            <Rows set={shown} />
            {verification !== undefined && (
              <RecomputedHere of={verification} advice="Do not send the calls." />
            )}
          </>
        )}
      </Read>
    </ConfirmDialog>
  )
}

function Rows({ set }: { readonly set: CallSetPreview }) {
  return (
    <>
      <TableScroll name="Calls">
        <table>
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Collateral</th>
              <th scope="col">USD</th>
              <th scope="col">By itself</th>
            </tr>
          </thead>
          <tbody>
            {set.rows.map(({ preview }) => (
              <tr key={preview.position_id}>
                <th scope="row">{preview.order_id_pretty}</th>
                <td>
                  <Figure value={preview.m2m_collateral_amount} unit={preview.collateral_asset} />
                </td>
                <td>
                  <Figure value={preview.m2m_notional_usd} unit="USD" />
                </td>
                <td>{preview.can_submit_m2m ? 'can be called' : 'below the minimum'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p>
        <strong>
          Total <Figure value={set.total_notional_usd} unit="USD" />
        </strong>
        , at a minimum of <Figure value={set.minimum_notional_usd} unit="USD" />.
        {set.left_out.length > 0 && ` ${set.left_out.length} other deals are left out.`} The other
        side answers all of them at once, or each by itself.
      </p>
    </>
  )
}
