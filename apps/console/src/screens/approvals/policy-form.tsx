import type { ApprovalPolicy, ApprovalRule } from '@vadium/client'
import { type ApprovableOperation, approvableOperationNames, approvalsMax } from '@vadium/schema'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Choice } from '../../figures/choice.tsx'
import page from '../../figures/page.module.css'
import { NewerVersion } from '../../figures/newer-version.tsx'
import { TextInput } from '../../figures/text-input.tsx'
import { Written } from '../../figures/written.tsx'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { operationTitle } from './approval-rows.tsx'
import styles from './approvals.module.css'

/** A rule as it is typed. */
interface Draft {
  readonly id: string
  readonly operation: string | undefined
  readonly aboveUsd: string
  readonly approvals: string
  readonly withinHours: string
}

type RuleInForce = ApprovalPolicy['rules'][number]

const hourSeconds = 3_600
const newDraft = (): Draft => ({
  id: crypto.randomUUID(),
  operation: undefined,
  aboveUsd: '',
  approvals: '1',
  withinHours: '24',
})

const draftOf = ({ operation, above_usd, approvals, within_seconds }: RuleInForce): Draft => ({
  id: crypto.randomUUID(),
  operation,
  aboveUsd: above_usd ?? '',
  approvals: String(approvals),
  withinHours: String(within_seconds / hourSeconds),
})

const options = approvableOperationNames.map((name) => ({
  value: name,
  name: operationTitle(name),
}))

const isApprovable = (name: string | undefined): name is ApprovableOperation =>
  approvableOperationNames.some((known) => known === name)

/** The rule, or undefined while it is incomplete. The service judges the rest. */
function ruleOf({ operation, aboveUsd, approvals, withinHours }: Draft): ApprovalRule | undefined {
  const count = Number(approvals)
  const seconds = Math.round(Number(withinHours) * hourSeconds)
  if (!isApprovable(operation) || !Number.isInteger(count) || !(count > 0 && seconds > 0)) {
    return undefined
  }
  return {
    operation,
    above_usd: aboveUsd === '' ? null : aboveUsd,
    approvals: count,
    within_seconds: seconds,
  }
}

/** Replaces the rules by a new version. */
export function SetPolicy({ policy }: { readonly policy: ApprovalPolicy }) {
  const client = useClient()
  const { written, isBusy, write, reset } = useWrite<ApprovalPolicy>()
  // Another version in force does not take away what is typed: a person begins from it.
  const [basis, setBasis] = useState(policy)
  const isOutdated = basis.version < policy.version
  return (
    <section className={`panel ${page['form'] ?? ''}`} aria-label="Set a new version">
      <h2>Set a new version</h2>
      <p className={page['fine']}>
        The rules below replace those in force. An operation without a rule needs no approval. The
        rules in force decide whether this change needs approval itself.
      </p>
      <RulesForm
        key={basis.version}
        policy={basis}
        isBusy={isBusy || written.state === 'awaits approval'}
        isOutdated={isOutdated}
        send={(rules) => {
          void write(async (options) => {
            const set = await client.approvalPolicies.set({ rules }, options)
            setBasis(set)
            return set
          })
        }}
      />
      {isOutdated && (
        <NewerVersion
          version={policy.version}
          write={{ written, isBusy }}
          begin={() => {
            setBasis(policy)
            reset()
          }}
        />
      )}
      <Written written={written} done={({ version }) => <p>Version {version} was set.</p>} />
    </section>
  )
}

function RulesForm({
  policy,
  isBusy,
  isOutdated,
  send,
}: {
  readonly policy: ApprovalPolicy
  readonly isBusy: boolean
  /** Whether the rules to change are those of an older version. */
  readonly isOutdated: boolean
  readonly send: (rules: ApprovalRule[]) => void
}) {
  const [drafts, setDrafts] = useState(() => policy.rules.map(draftOf))
  const rules = drafts.map(ruleOf).filter((rule) => rule !== undefined)
  return (
    <form
      className={page['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOutdated) send(rules)
      }}
    >
      <fieldset className={page['plain']} disabled={isBusy}>
        {drafts.map((draft, i) => (
          <RuleFields
            key={draft.id}
            number={i + 1}
            draft={draft}
            change={(changed) => {
              setDrafts(drafts.map((one) => (one.id === draft.id ? { ...one, ...changed } : one)))
            }}
            remove={() => {
              setDrafts(drafts.filter(({ id }) => id !== draft.id))
            }}
          />
        ))}
      </fieldset>
      <div className={page['buttons']}>
        <Button
          className="button"
          isDisabled={isBusy}
          onPress={() => {
            setDrafts([...drafts, newDraft()])
          }}
        >
          Add a rule
        </Button>
        <Button
          type="submit"
          className="button primary"
          isDisabled={isBusy || isOutdated || rules.length < drafts.length}
        >
          Set {rules.length === 1 ? '1 rule' : `${rules.length} rules`}
        </Button>
      </div>
    </form>
  )
}

function RuleFields({
  number,
  draft,
  change,
  remove,
}: {
  readonly number: number
  readonly draft: Draft
  readonly change: (changed: Partial<Draft>) => void
  readonly remove: () => void
}) {
  return (
    <fieldset className={`${page['fields'] ?? ''} ${styles['rule'] ?? ''}`}>
      <legend className="visually-hidden">Rule {number}</legend>
      <Choice
        label="Operation"
        any="choose an operation"
        value={draft.operation}
        options={options}
        choose={(operation) => {
          change({ operation })
        }}
      />
      <TextInput
        label="Above, USD"
        placeholder="always"
        value={draft.aboveUsd}
        change={(aboveUsd) => {
          change({ aboveUsd })
        }}
      />
      <TextInput
        label={`Approvals, at most ${approvalsMax}`}
        value={draft.approvals}
        change={(approvals) => {
          change({ approvals })
        }}
      />
      <TextInput
        label="Time to decide, hours"
        value={draft.withinHours}
        change={(withinHours) => {
          change({ withinHours })
        }}
      />
      <Button className="button" onPress={remove}>
        Remove rule {number}
      </Button>
    </fieldset>
  )
}
