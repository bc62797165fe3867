import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { invitationWords } from '@vadium/client/invitations'
import { expect, it } from 'vitest'
import { answered } from './answered-command.ts'
import { json, loopbackService } from './loopback-service.ts'
import { answering, vadium } from './terminal.ts'

const id = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'
const publicKey = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
const secret = 'Zm9yIGV4YW1wbGVzIG9ubHksIG5vdCBhIHNlY3JldCE'

it('accept shows the address of the link, and makes and sends nothing unless a person agrees', async () => {
  await using service = await loopbackService(json({}))
  const folder = await mkdtemp(join(tmpdir(), 'vadium-accept-'))
  try {
    const terminal = answering('n\n')
    const ran = await vadium(['invitations', 'accept', '-', 'desk'], {
      stdin: `${service.url}/console/#invitation=${id}.${secret}\n`,
      env: { VADIUM_PROFILES: join(folder, 'profiles.json') },
      terminal,
    })
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' })
    const question = `Is ${new URL(service.url).host} the service of your admin?`
    await expect.poll(() => terminal.text()).toContain(question)
    expect(terminal.text()).toContain(`${service.url}/console/`)
    expect(terminal.text()).not.toContain(secret)
    expect(service.arrived).toEqual([])
    expect(await readdir(folder)).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('confirm shows the address of the console with the words, and asks about both', async () => {
  const terminal = answering('n\n')
  const invitation = {
    id,
    organization_id: id,
    account_id: id,
    creator_account_id: id,
    create_time: '2026-07-01T16:00:00.000Z',
    accept_time: '2026-07-01T16:05:09.123Z',
    credential_id: null,
    name: 'Ada Byron',
    role: 'viewer',
    state: 'ACCEPTED',
    expire_time: '2026-07-08T16:05:09.123Z',
    public_key: publicKey,
  }
  const { arrived } = await answered([json(invitation)], ['invitations', 'confirm', id], {
    terminal,
  })
  const asked = 'Are the address and the words of Ada Byron the same?'
  await expect.poll(() => terminal.text()).toContain(asked)
  expect(terminal.text()).toMatch(/It must be:\s+http:\/\/127\.0\.0\.1:\d+\/console\//)
  expect(terminal.text()).toContain((await invitationWords(id, publicKey)).join(' '))
  expect(arrived.map(({ method }) => method)).toEqual(['GET'])
})
