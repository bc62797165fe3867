import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { invitationWords } from '@vadium/client/invitations'
import { expect, it } from 'vitest'
import { answered } from './answered-command.ts'
import { json, loopbackService } from './loopback-service.ts'
import { ANN, hashOf, ID, pending, run } from './pending-approval.ts'
import { answering, keys, typing, vadium } from './terminal.ts'

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

it('accept says that a link among the arguments can be read by others', async () => {
  const link = `http://127.0.0.1:9/console/#invitation=${id}.${secret}`
  const env = { VADIUM_PROFILES: '/nonexistent/profiles.json' }
  const terminal = answering('n\n')
  const { stderr } = await vadium(['invitations', 'accept', link, 'desk'], { env, terminal })
  expect(stderr).toContain('Others on this machine can read the link in the list of processes')
  expect(stderr).not.toContain(secret)
})

it('accept asks a person for the link, and does not show what is typed', async () => {
  const link = `http://127.0.0.1:9/console/#invitation=${id}.${secret}`
  const terminal = answering('n\n')
  const { stdout, stderr } = await vadium(['invitations', 'accept', '-', 'desk'], {
    env: { VADIUM_PROFILES: '/nonexistent/profiles.json' },
    stdin: typing(`${link}\r`),
    terminal,
  })
  expect(stderr).toContain('Link (not shown): ')
  expect(`${stdout}${stderr}${terminal.text()}`).not.toContain(secret)
  await expect.poll(() => terminal.text()).toContain('Is 127.0.0.1:9 the service of')
})

it.each([
  ['is of a profile that was made otherwise', {}],
  ['was made for another invitation', { invitation: publicKey.slice(0, 36) }],
])('accept refuses the name of a profile whose key %s', async (_how, more) => {
  await using service = await loopbackService(json({}))
  const folder = await mkdtemp(join(tmpdir(), 'vadium-accept-'))
  try {
    const VADIUM_PROFILES = join(folder, 'profiles.json')
    const desk = { url: service.url, privateKey: keys.privateKey, ...more }
    await writeFile(VADIUM_PROFILES, JSON.stringify({ profiles: { desk } }), { mode: 0o600 })
    const { exitCode, stderr } = await vadium(['invitations', 'accept', '-', 'desk', '--yes'], {
      stdin: `${service.url}/console/#invitation=${id}.${secret}\n`,
      env: { VADIUM_PROFILES },
    })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('whose key was not made for this invitation')
    expect(service.arrived).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('an approval of a confirmation shows the name, the role and the words of the key', async () => {
  const role = 'admin'
  const stated = { public_key: publicKey, account_id: ANN, name: 'Ada Byron', role }
  const request = {
    method: 'POST',
    path: `/v1/invitations/${id}:confirm`,
    body: JSON.stringify(stated),
  }
  const operation = 'confirmInvitation'
  const approval = { ...pending, operation, request, request_hash: hashOf(request), order_id: null }
  const { stdout } = await run([json(approval)], ['approvals', 'get', ID])
  const shown = stdout.replace(/^[^]*\n(?=Who)/, '').replace(/\nRequest\n[^]*$/, '')
  expect(shown).toBe(`Who would work for the organization
  name                    Ada Byron
  role                    admin
  account                 ${ANN}, new
  six words               ${(await invitationWords(id, publicKey)).join(' ')}
`)
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
