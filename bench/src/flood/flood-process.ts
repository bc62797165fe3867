import { FloodConnection } from './flood-connection.ts'
import type { FloodOrder } from './flood.ts'
import { SignedRequests } from '../load/signed-requests.ts'

/** The number of answers by status. This process sends requests until it is killed. */
const answers: Record<string, number> = {}

process.on('message', (order: FloodOrder | 'answers') => {
  if (order === 'answers') process.send?.(answers)
  else begin(order)
})

function begin({ port, pairs, notBeforeMs, connections, asked }: FloodOrder): void {
  const signer = new SignedRequests(pairs, notBeforeMs)
  let turn = 0
  const next = () => {
    const { target, body } = asked[turn % asked.length] ?? { target: '/' }
    turn += 1
    return body === undefined ? signer.get(target) : signer.write(target, body)
  }
  const answered = (status: string) => {
    answers[status] = (answers[status] ?? 0) + 1
  }
  for (let n = 0; n < connections; n += 1) new FloodConnection(port, next, answered).open()
}
