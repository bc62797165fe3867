import type { Custodian, Sandbox, ScriptSandboxCustodian } from '@vadium/client'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Choice } from '../../figures/choice.tsx'
import { TextInput } from '../../figures/text-input.tsx'
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
  const { written, isBusy, write } = useWrite<Sandbox>()
  const [custodian, setCustodian] = useState(custodians[0]?.id)
  const [behaviour, setBehaviour] = useState('0')
  return (
    <div className={styles['fields']}>
      <Choice
        label="The next instruction at"
        any="choose a custodian"
        value={custodian}
        options={custodians.map(({ id, name }) => ({ value: id, name }))}
        choose={setCustodian}
      />
      <Choice
        label="The custodian"
        any={behaviours[0]?.name ?? ''}
        value={behaviour === '0' ? undefined : behaviour}
        options={behaviours.slice(1).map(({ name }, i) => ({ value: String(i + 1), name }))}
        choose={(chosen) => {
          setBehaviour(chosen ?? '0')
        }}
      />
      <Button
        className="button"
        isDisabled={isBusy || custodian === undefined}
        onPress={() => {
          if (custodian === undefined) return
          const body = { custodian, ...behaviours[Number(behaviour)]?.script }
          void write((options) => client.sandbox.scriptCustodian(body, options))
        }}
      >
        Script it
      </Button>
      <Written written={written} done={() => <p>Scripted.</p>} />
      <Decision />
    </div>
  )
}

/** The decision of an approver at a custodian, for a transfer that waits for one. */
function Decision() {
  const client = useClient()
  const { written, isBusy, write } = useWrite<Sandbox>()
  const [transfer, setTransfer] = useState('')
  const button = (name: string, decision: 'approved' | 'refused') => (
    <Button
      className="button"
      isDisabled={isBusy || transfer === ''}
      onPress={() => {
        const body = { transfer_id: transfer, decision }
        void write((options) => client.sandbox.decide(body, options))
      }}
    >
      {name}
    </Button>
  )
  return (
    <>
      <TextInput
        label="A transfer that waits for a decision"
        placeholder="Id of the transfer"
        value={transfer}
        change={setTransfer}
      />
      <div className={styles['buttons']}>
        {button('Approve', 'approved')}
        {button('Refuse', 'refused')}
      </div>
      <Written written={written} done={() => <p>Decided.</p>} />
    </>
  )
}
