import type { Custodian } from '@vadium/client'
import { decideSandboxTransfer, scriptSandboxCustodian } from '@vadium/schema'
import { Form, FormInput } from '../../figures/form.tsx'
import { type Draft, textAt } from '../../service/body.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import styles from './sandbox.module.css'

const inStage = (word: string, lastsMs: string): Draft => ({
  stages: ['only'],
  'stages.only.word': word,
  'stages.only.lasts_ms': lastsMs,
})

const usual = 'completes it'

/** What a custodian may do with its next instruction. */
const behaviours: Readonly<Record<string, Draft>> = {
  [usual]: {},
  fails: { outcome: 'failed' },
  'refuses it': { outcome: 'rejected' },
  'takes ten minutes': inStage('broadcasting', '600000'),
  'waits for a decision of an approver': inStage('pendingApproval', ''),
  'carries it out and loses the answer': { lost_answers: '1' },
  'does not receive it': { lost_submissions: '1' },
}

const behaviourOptions = Object.keys(behaviours).map((name) => ({ value: name, name }))

/** Scripts what a custodian does with its next instruction, and decides what waits there. */
export function CustodianScript({ custodians }: { readonly custodians: readonly Custodian[] }) {
  const { sandbox } = useClient()
  const form = useForm({
    schema: scriptSandboxCustodian.body,
    begin: { custodian: custodians[0]?.id ?? '' },
    complete: (draft) => {
      const behaviour = textAt(draft, 'behaviour') || usual
      return { ...draft, behaviour, ...behaviours[behaviour] }
    },
    offers: () => ({
      custodian: custodians.map(({ id, name }) => ({ value: id, name })),
      behaviour: behaviourOptions,
    }),
    send: (body, options) => sandbox.scriptCustodian(body, options),
    afterwards: 'keep',
  })
  return (
    <div className={styles['forms']}>
      <Form
        of={form}
        name="Script of a custodian"
        action="Script it"
        className={styles['fields']}
        done={() => <p>Scripted.</p>}
      >
        <FormInput of={form} name="custodian" label="The next instruction at" />
        <FormInput of={form} name="behaviour" label="The custodian" />
      </Form>
      <Decision />
    </div>
  )
}

/** The decision of an approver at a custodian, for a transfer that waits for one. */
function Decision() {
  const { sandbox } = useClient()
  const form = useForm({
    schema: decideSandboxTransfer.body,
    send: (body, options) => sandbox.decide(body, options),
  })
  return (
    <Form
      of={form}
      name="Decision at a custodian"
      action="Decide it"
      className={styles['fields']}
      done={() => <p>Decided.</p>}
    >
      <FormInput
        of={form}
        name="transfer_id"
        label="A transfer that waits for a decision"
        placeholder="Id of the transfer"
      />
      <FormInput of={form} name="decision" label="Decision" />
    </Form>
  )
}
