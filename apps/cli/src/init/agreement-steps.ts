import type { CommandIssue } from '../errors/command-error.ts'
import { differences } from './differences.ts'
import type { AgreementEntry, InstallationFile } from './installation-file.ts'
import type { Step } from './setup.ts'
import type { Installed } from './installed.ts'

/** The agreements. Between organizations without an admin, they await no other operator. */
export function agreementSteps(
  { agreements }: InstallationFile,
  installed: Installed,
  faults: CommandIssue[],
): Step[] {
  return agreements.map((agreement, i) => {
    const { lender, borrower, terms } = agreement
    const what = nameOf(agreement)
    const existing = existingAgreement(agreement, installed)
    const newest = existing?.versions.at(-1)
    if (newest !== undefined) {
      const field = `agreements[${i}]`
      faults.push(...differences(`${field}.terms`, terms, { ...newest.terms }))
      if (newest.state === 'EXPIRED') {
        faults.push({ field, issue: 'has expired without acceptance: amend it' })
      }
    }
    if (existing !== undefined) return { what, known: (setup) => setup.keep(what, existing.id) }
    return {
      what,
      act: async (setup) => {
        const body = { lender_id: setup.id(lender), borrower_id: setup.id(borrower), terms }
        const options = setup.write('createAgreement', body)
        setup.keep(what, (await setup.operator.agreements.create(body, options)).id)
        return undefined
      },
    }
  })
}

/** The acceptance of the agreements by the admins whose keys are in files. */
export function acceptanceSteps({ agreements }: InstallationFile, installed: Installed): Step[] {
  return agreements.flatMap((agreement) => {
    const { lender, borrower } = agreement
    const what = nameOf(agreement)
    const newest = existingAgreement(agreement, installed)?.versions.at(-1)
    const version = newest?.version ?? 1
    return [
      acceptance(what, lender, version, newest?.lender_accept_time),
      acceptance(what, borrower, version, newest?.borrower_accept_time),
    ]
  })
}

const nameOf = ({ lender, borrower }: AgreementEntry) => `agreement of ${lender} and ${borrower}`

function existingAgreement({ lender, borrower }: AgreementEntry, installed: Installed) {
  const idOf = (slug: string) => installed.organizations.find((one) => one.slug === slug)?.id
  const [lenderId, borrowerId] = [idOf(lender), idOf(borrower)]
  return installed.agreements.find(
    ({ lender_id, borrower_id }) => lender_id === lenderId && borrower_id === borrowerId,
  )
}

function acceptance(
  agreement: string,
  slug: string,
  version: number,
  acceptTime: string | null | undefined,
): Step {
  const what = `acceptance by ${slug} of version ${version} of the ${agreement}`
  if (typeof acceptTime === 'string') return { what }
  return {
    what,
    act: async (setup) => {
      const id = setup.id(agreement)
      const admin = setup.adminOf(slug)
      if (admin === undefined) {
        return {
          what: `an admin of ${slug} accepts the ${agreement}`,
          commands: [`vadium agreements get ${id}`, `vadium agreements accept ${id} ${version}`],
        }
      }
      const options = setup.write('acceptAgreement', { id, slug, version })
      await admin.agreements.accept(id, { version }, options)
      return undefined
    },
  }
}
