import { Type } from '@sinclair/typebox'
import { VadiumError } from '@vadium/client'
import { listAgreements } from '@vadium/schema'
import type { NameOf } from '../presentations/presentation.ts'
import { shapeChecker } from '../schemas/answer-shape.ts'
import type { ServiceClient } from '../service/service-client.ts'

const text = Type.String()
const checkParties = shapeChecker(
  Type.Object({
    agreements: Type.Array(
      Type.Object({ lender_id: text, lender_name: text, borrower_id: text, borrower_name: text }),
    ),
  }),
)

/**
 * The names of the organizations that the caller has agreements with. Nobody else is a party of its
 * transfers. If they cannot be read at once, no name is known: the list is worth more than its
 * names.
 */
export async function organizationNames(client: ServiceClient): Promise<NameOf> {
  const names = new Map<string, string>()
  try {
    const query = { page_size: 1000 }
    const { agreements } = checkParties(await client.readOnce(listAgreements, { query }))
    for (const { lender_id, lender_name, borrower_id, borrower_name } of agreements) {
      names.set(lender_id, lender_name).set(borrower_id, borrower_name)
    }
  } catch (error) {
    if (!(error instanceof VadiumError)) throw error
  }
  return (organizationId) => names.get(organizationId)
}
