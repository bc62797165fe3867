import { invitationWords } from '@vadium/client/invitations'
import { confirmInvitation } from '@vadium/schema'
import { pairs, section } from '../terminal/sections.ts'
import type { ReadRequest } from './stored-request.ts'

/**
 * Who would be let in by the confirmation of an invitation, with the words of its key. All of it is
 * in the request that was signed. None for other requests.
 */
export async function newColleagueLines({ operation, members }: ReadRequest): Promise<string[]> {
  if (operation?.id !== confirmInvitation.id) return []
  const of = new Map(members)
  const { invitation_id: id = '', public_key: key = '' } = Object.fromEntries(of)
  return section('Who would work for the organization', [
    ...pairs([
      ['name', of.get('name') ?? ''],
      ['role', of.get('role') ?? ''],
      ['account', `${of.get('account_id') ?? ''}, new`],
      ['six words', (await invitationWords(id, key)).join(' ')],
    ]),
  ])
}
