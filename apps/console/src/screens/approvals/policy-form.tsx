import type { ApprovalPolicy } from '@vadium/client'
import {
  approvableOperationNames,
  approvalSecondsMax,
  approvalsMax,
  setApprovalPolicy,
} from '@vadium/schema'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { Form, FormInput } from '../../figures/form.tsx'
import { later } from '../../figures/later.tsx'
import page from '../../figures/page.module.css'
import { NewerVersion } from '../../figures/newer-version.tsx'
import { type Draft, inUnit, listAt, secondsOf, textAt } from '../../service/body.ts'
import { useClient } from '../../service/service.tsx'
import { inRow, useForm } from '../../service/use-form.ts'
import { operationTitle } from './approval-rows.tsx'
import styles from './approvals.module.css'

// It needs the definitions of all operations, and reads the credentials before it says anything.
const PolicyWarning = later(async () => (await import('./policy-warning.tsx')).PolicyWarning)

const hourSeconds = 3_600
const hoursMax = approvalSecondsMax / hourSeconds

const options = approvableOperationNames.map((name) => ({
  value: name,
  name: operationTitle(name),
}))

type Rule = Omit<ApprovalPolicy['rules'][number], 'operation'> & { readonly operation: string }

const newRule: Rule = { operation: '', above_usd: null, approvals: 1, within_seconds: 86_400 }

/** A rule as it is typed: its time in hours. */
const typedRule = (key: string, rule: Rule): Draft => ({
  [`rules.${key}.operation`]: rule.operation,
  [`rules.${key}.above_usd`]: rule.above_usd ?? '',
  [`rules.${key}.approvals`]: String(rule.approvals),
  [`rules.${key}.within_hours`]: inUnit(rule.within_seconds, hourSeconds),
})

const typedRules = (rules: readonly Rule[]): Draft => ({
  rules: rules.map((_rule, i) => String(i)),
  ...Object.fromEntries(rules.flatMap((rule, i) => Object.entries(typedRule(String(i), rule)))),
})

/** For each rule of a draft, one more entry. */
const forEachRule = <Value,>(draft: Draft, entry: (rule: string) => [string, Value]) =>
  Object.fromEntries(listAt(draft, 'rules').map((key) => entry(`rules.${key}`)))

/** Replaces the rules by a new version. */
export function SetPolicy({ policy }: { readonly policy: ApprovalPolicy }) {
  const { approvalPolicies } = useClient()
  // Another version in force does not take away what is typed: a person begins from it.
  const [basis, setBasis] = useState(policy.version)
  const form = useForm({
    schema: setApprovalPolicy.body,
    begin: typedRules(policy.rules),
    complete: (draft) => ({
      ...draft,
      ...forEachRule(draft, (rule) => [
        `${rule}.within_seconds`,
        secondsOf(textAt(draft, `${rule}.within_hours`), hourSeconds),
      ]),
    }),
    offers: (draft) => forEachRule(draft, (rule) => [`${rule}.operation`, options]),
    send: async (body, request) => {
      const set = await approvalPolicies.set(body, request)
      setBasis(set.version)
      return set
    },
    // They are the rules in force then.
    afterwards: 'keep',
    alsoBegin: () => {
      setBasis(policy.version)
    },
  })
  const keys = listAt(form.draft, 'rules')
  const isOutdated = basis < policy.version
  return (
    <Form
      of={form}
      name="Set a new version"
      title="Set a new version"
      action={`Set ${keys.length === 1 ? '1 rule' : `${keys.length} rules`}`}
      className={`panel ${page['form'] ?? ''}`}
      isBlocked={isOutdated}
      buttons={
        <Button
          className="button"
          isDisabled={form.isFixed}
          onPress={() => {
            const key = crypto.randomUUID()
            form.change({ ...typedRule(key, newRule), rules: [...keys, key] })
          }}
        >
          Add a rule
        </Button>
      }
      after={
        isOutdated && (
          <NewerVersion version={policy.version} write={form.write} begin={form.again} />
        )
      }
      done={({ version }) => <p>Version {version} was set.</p>}
    >
      <p className={page['fine']}>
        The rules below replace those in force. An operation without a rule needs no approval. The
        rules in force decide whether this change needs approval itself.
      </p>
      <PolicyWarning
        rules={keys.map((key) => ({
          operation: textAt(form.draft, `rules.${key}.operation`),
          approvals: Number(textAt(form.draft, `rules.${key}.approvals`)),
          withinSeconds: Number(textAt(form.draft, `rules.${key}.within_hours`)) * hourSeconds,
        }))}
      />
      {keys.map((key, i) => (
        <RuleFields
          key={key}
          number={i + 1}
          at={inRow(form, 'rules', key)}
          remove={() => {
            form.change({ rules: keys.filter((one) => one !== key) })
          }}
        />
      ))}
    </Form>
  )
}

function RuleFields({
  number,
  at,
  remove,
}: {
  readonly number: number
  readonly at: ReturnType<typeof inRow<ApprovalPolicy>>
  readonly remove: () => void
}) {
  const time = at('within_seconds')
  return (
    <fieldset className={`${page['fields'] ?? ''} ${styles['rule'] ?? ''}`}>
      <legend className="visually-hidden">Rule {number}</legend>
      <FormInput {...at('operation')} label="Operation" />
      <FormInput
        {...at('above_usd')}
        label="Above, USD"
        placeholder="always"
        help="Empty: always."
      />
      <FormInput {...at('approvals')} label={`Approvals, at most ${approvalsMax}`} />
      <FormInput
        {...time}
        name={at('within_hours').name}
        label="Time to decide, hours"
        help={`At most ${hoursMax} hours.`}
        fault={time.of.faults[time.member] && `must be 1 minute to ${hoursMax} hours`}
      />
      <Button className="button" onPress={remove}>
        Remove rule {number}
      </Button>
    </fieldset>
  )
}
