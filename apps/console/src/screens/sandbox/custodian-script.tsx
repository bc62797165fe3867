import type { Custodian, Sandbox, ScriptSandboxCustodian } from '@vadium/client'
import { useId, useState } from 'react'
import { Button } from 'react-aria-components'
import { Written } from '../../figures/written.tsx'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import styles from './sandbox.module.css'

type Script = Omit<ScriptSandboxCustodian, 'custodian'>

/** What a custodian may do with its next instruction. */
const behaviours: readonly { readonly name: string; readonly script: Script }[] = [
  { name: 'completes it', script: {} },
  { name: 'fails', script: { outcome: 'failed' } },
  { name: 'refuses it', script: { outcome: 'rejected' } },
  {
    name: 'takes ten minutes',
    script: { stages: [{ word: 'broadcasting', lasts_ms: 600_000 }] },
  },
  {
    name: 'waits for a decision of an approver',
    script: { stages: [{ word: 'pendingApproval', lasts_ms: null }] },
  },
  { name: 'carries it out and loses the answer', script: { lost_answers: 1 } },
  { name: 'does not receive it', script: { lost_submissions: 1 } },
]

/** Scripts what a custodian does with its next instruction, and decides what waits there. */
export function CustodianScript({ custodians }: { readonly custodians: readonly Custodian[] }) {
  const client = useClient()
  const ids = useId()
  const scripted = useWrite<Sandbox>()
  const decided = useWrite<Sandbox>()
  const [custodian, setCustodian] = useState(custodians[0]?.id ?? '')
  const [behaviour, setBehaviour] = useState(0)
  const [transfer, setTransfer] = useState('')
  const decide = (decision: 'approved' | 'refused') => {
    const body = { transfer_id: transfer.trim(), decision }
    void decided.write((options) => client.sandbox.decide(body, options))
  }
  return (
    <div className={styles['fields']}>
      <div>
        <label htmlFor={`${ids}custodian`}>The next instruction at</label>
        <select
          id={`${ids}custodian`}
          value={custodian}
          onChange={({ target }) => {
            setCustodian(target.value)
          }}
        >
          {custodians.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={`${ids}behaviour`}>The custodian</label>
        <select
          id={`${ids}behaviour`}
          value={behaviour}
          onChange={({ target }) => {
            setBehaviour(Number(target.value))
          }}
        >
          {behaviours.map(({ name }, i) => (
            <option key={name} value={i}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Button
        className="button"
        isDisabled={scripted.isBusy || custodian === ''}
        onPress={() => {
          const body = { custodian, ...behaviours[behaviour]?.script }
          void scripted.write((options) => client.sandbox.scriptCustodian(body, options))
        }}
      >
        Script it
      </Button>
      <Written written={scripted.written} done={() => <p>Scripted.</p>} />
      <div>
        <label htmlFor={`${ids}transfer`}>A transfer that waits for a decision</label>
        <input
          id={`${ids}transfer`}
          placeholder="Id of the transfer"
          value={transfer}
          onChange={({ target }) => {
            setTransfer(target.value)
          }}
        />
      </div>
      <div className={styles['buttons']}>
        <Button
          className="button"
          isDisabled={decided.isBusy || transfer === ''}
          onPress={() => {
            decide('approved')
          }}
        >
          Approve
        </Button>
        <Button
          className="button"
          isDisabled={decided.isBusy || transfer === ''}
          onPress={() => {
            decide('refused')
          }}
        >
          Refuse
        </Button>
      </div>
      <Written written={decided.written} done={() => <p>Decided.</p>} />
    </div>
  )
}
