import {
  countUnreadNotifications,
  getCurrentCredential,
  getToday,
  listAgreements,
  listAssets,
  listCustodians,
  listPrices,
  listStateMachines,
  streamEvents,
} from '@vadium/schema'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '../../figures/button.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant } from '../../figures/time.tsx'
import type { LoggedCall } from '../../service/call-log.ts'
import { menuRows } from '../../service/history-queries.ts'
import { useService } from '../../service/service.tsx'
import styles from './developer.module.css'
import { CallLines } from './call-lines.tsx'
import { knownCall } from './known-call.ts'

/** What every screen reads for its frame. It is not the query of the screen. */
const ofTheFrame: ReadonlySet<string> = new Set(
  [countUnreadNotifications, getCurrentCredential, listPrices, streamEvents].map(({ id }) => id),
)

/** What filters and forms read for their choices. On a few screens it is the query all the same. */
const ofChoices: ReadonlySet<string> = new Set(
  [listAgreements, listAssets, listCustodians, listStateMachines].map(({ id }) => id),
)

/** How this screen was read, for a program to do the same, and what the page has called. */
export function Drawer({ close }: { readonly close: () => void }) {
  const { calls: log, url } = useService()
  const calls = useSyncExternalStore(log.subscribe, log.read)
  const [chosen, setChosen] = useState<LoggedCall>()
  const known = (call: LoggedCall) => knownCall(call, url)
  const reads = calls.flatMap((call) => {
    const { operation, query } = known(call) ?? {}
    if (operation?.safe !== true || ofTheFrame.has(operation.id)) return []
    // What is read of the rows of a list is not the list, nor are the counts of the menu.
    const isOfRows = query?.['ids'] !== undefined
    const isOfMenu = operation.id === getToday.id && query?.['rows'] === String(menuRows)
    return [{ call, isBeside: ofChoices.has(operation.id) || isOfRows || isOfMenu }]
  })
  const ofTheScreen = (reads.find(({ isBeside }) => !isBeside) ?? reads[0])?.call
  const call = chosen ?? ofTheScreen
  return (
    <section className={styles['drawer']} aria-label="Developer" data-developer>
      <div className={styles['head']}>
        <h2>Developer</h2>
        <Button className="button" onPress={close} autoFocus>
          Close
        </Button>
      </div>
      {call === undefined ? (
        <p>This screen has read nothing yet.</p>
      ) : (
        <CallLines key={call.number} call={call} known={known(call)} />
      )}
      <h3>The last {calls.length} calls</h3>
      <TableScroll name="Calls of the page">
        <table>
          <thead>
            <tr>
              <th>Call</th>
              <th>Status</th>
              <th className="number">ms</th>
              <th>Time</th>
              <th>Request</th>
            </tr>
          </thead>
          <tbody>
            {calls.map((one) => (
              <tr key={one.number}>
                <td className="cut" title={one.target}>
                  <button
                    type="button"
                    className={styles['choose']}
                    aria-pressed={one.number === call?.number}
                    onClick={() => {
                      setChosen(one)
                    }}
                  >
                    {one.method} {one.target}
                  </button>
                </td>
                <td>{one.status ?? 'no answer'}</td>
                <td className="number">{one.durationMs}</td>
                <td>
                  <Instant at={one.time} />
                </td>
                <td>
                  <code>{one.requestId}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  )
}
