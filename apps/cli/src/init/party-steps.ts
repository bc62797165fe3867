import type { CommandIssue } from '../errors/command-error.ts'
import { differences } from './differences.ts'
import type { InstallationFile } from './installation-file.ts'
import { accountName, type Step } from './setup.ts'
import type { Installed } from './installed.ts'

export function organizationSteps(
  { organizations }: InstallationFile,
  installed: Installed,
  faults: CommandIssue[],
): Step[] {
  return organizations.map(({ slug, name }, i): Step => {
    const what = `organization ${slug}`
    const existing = installed.organizations.find((one) => one.slug === slug)
    if (existing !== undefined) {
      const wanted = { name, status: 'active' }
      faults.push(...differences(`organizations[${i}]`, wanted, { ...existing }))
      return { what }
    }
    return {
      what,
      act: async (setup) => {
        const body = { slug, name }
        const options = setup.write('createOrganization', body)
        setup.keep(slug, (await setup.operator.organizations.create(body, options)).id)
        return undefined
      },
    }
  })
}

/** The accounts. All of an organization are made before its first credential. */
export function accountSteps(
  { organizations }: InstallationFile,
  installed: Installed,
  faults: CommandIssue[],
): Step[] {
  return organizations.flatMap(({ slug, accounts }, i) => {
    const organization = installed.organizations.find((one) => one.slug === slug)
    return accounts.map(({ name, kind }, j): Step => {
      const what = `account ${name} of ${slug}`
      const existing = installed.accounts.filter(
        (one) => one.organization_id === organization?.id && one.name === name,
      )
      const field = `organizations[${i}].accounts[${j}]`
      if (existing.length > 1) faults.push({ field, issue: 'exists more than once' })
      const [one] = existing
      if (one !== undefined) {
        faults.push(...differences(field, { kind }, { ...one }))
        return { what }
      }
      return {
        what,
        act: async (setup) => {
          const body = { organization_id: setup.id(slug), name, kind }
          const options = setup.write('createAccount', body)
          const { id } = await setup.operator.accounts.create(body, options)
          setup.keep(accountName(slug, name), id)
          return undefined
        },
      }
    })
  })
}
