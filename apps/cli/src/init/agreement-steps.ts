import { withDefaults } from '@vadium/schema'
import type { CommandIssue } from '../errors/command-error.ts'
import { differences } from './differences.ts'
import type { AgreementEntry, InstallationFile } from './installation-file.ts'
import type { Step } from './setup.ts'
import type { Installed } from './installed.ts'

type WithAgreements = Pick<InstallationFile, 'agreements'>
type InstalledAgreements = Pick<Installed, 'organizations' | 'agreements'>
type InstalledAgreement = Installed['agreements'][number]

/** The agreements. Between organizations without an admin, they await no other operator. */
export function agreementSteps(
  { agreements }: WithAgreements,
  installed: InstalledAgreements,
  faults: CommandIssue[],
): Step[] {
  return agreements.map((agreement, i) => {
    const { lender, borrower, terms } = agreement
    const what = nameOf(agreement)
    const existing = existingAgreement(agreement, installed)
    const compared = existing && comparedVersion(existing)
    if (compared !== undefined) {
      const field = `agreements[${i}]`
      faults.push(...differences(`${field}.terms`, withDefaults(terms), { ...compared.terms }))
      if (compared.state === 'EXPIRED') {
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
export function acceptanceSteps(
  { agreements }: WithAgreements,
  installed: InstalledAgreements,
): Step[] {
  return agreements.flatMap((agreement) => {
    const { lender, borrower } = agreement
    const what = nameOf(agreement)
    const existing = existingAgreement(agreement, installed)
    const compared = existing && comparedVersion(existing)
    if (compared !== undefined && compared.state !== 'PROPOSED') return []
    const version = compared?.version ?? 1
    return [
      acceptance(what, lender, version, compared?.lender_accept_time),
      acceptance(what, borrower, version, compared?.borrower_accept_time),
    ]
  })
}

/**
 * The version that the file describes: the newest accepted one, else the newest of the operator. A
 * proposal of a side is never among them, so this command signs none.
 */
function comparedVersion({
  versions,
}: InstalledAgreement): InstalledAgreement['versions'][number] | undefined {
  return (
    versions.findLast(({ state }) => state === 'ACCEPTED') ??
    versions.findLast(({ proposer_id }) => proposer_id === null)
  )
}

const nameOf = ({ lender, borrower }: AgreementEntry) => `agreement of ${lender} and ${borrower}`

function existingAgreement({ lender, borrower }: AgreementEntry, installed: InstalledAgreements) {
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
