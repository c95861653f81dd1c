import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { StateStore } from '../../packages/stores/src/port.ts'
import { freshPair } from '../../packages/stores/src/seal/team/key-pair.ts'
import { freshDataKey, sealTeam } from '../../packages/stores/src/seal/team/team.ts'
import { LosableSealer, sampleInstance, sampleResource, takeLock } from '../../packages/stores/src/testing.ts'
import { run, type Ended, type Shell } from '../ledger/command.ts'
import { postgresServer, sql } from './database.ts'

const { server, onServer } = await postgresServer()
const web = { kind: 'resource', resource: sampleResource('web') } as const

async function giveTeam(store: StateStore, { pair }: LosableSealer): Promise<void> {
  const recipients = [{ name: 'ada', publicKey: pair.publicKey.text }]
  const { state, team } = await store.seals()
  await store.changeTeam(team, sealTeam({ key: freshDataKey(), former: [], recipients }, state))
}

onServer('each commit asks in its own transaction whether its key is the present one', async ({ machine, address }) => {
  const sealer = new LosableSealer()
  const [store, other] = [await machine.store(address, { sealer }), await machine.store(address, { sealer })]
  const lease = await takeLock(store, 'site')
  await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('site') }])
  await giveTeam(other, sealer)
  await assert.rejects(store.commit(lease, [web]), { code: 'state/key-changed' })
  // A commit without secrets needs no key.
  await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('site', { version: 2 }) }])
  const state = await store.load('site')
  assert.deepEqual([state?.instance.version, state?.resources], [2, []])
  await store.commit(lease, [web])
  assert.deepEqual((await other.load('site'))?.resources, [sampleResource('web')])
  for (const each of [store, other]) await each.close()
})

onServer('a recipient that the database alone has added is refused by name', async ({ machine, address }) => {
  const sealer = new LosableSealer()
  const store = await machine.store(address, { sealer })
  await giveTeam(store, sealer)
  const lease = await takeLock(store, 'site')
  await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('site') }, web])
  const { text } = freshPair().publicKey
  await sql(server, `INSERT INTO ${address.schema}.recipients VALUES ('eve', '${text}', 'x')`)
  await assert.rejects(store.load('site'), { code: 'state/foreign-recipient', message: /^eve: / })
  await store.close()
})

onServer('the release before works on until a state has recipients, and is told then', async (place) => {
  const { machine, address, store } = place
  const before = await machine.store(address, { migrations: [] })
  await giveTeam(store, new LosableSealer())
  await assert.rejects(machine.store(address, { migrations: [] }), { code: 'state/newer-version' })
  await before.close()
})

const top = mkdtempSync(join(tmpdir(), 'slipway-keys-'))
after(() => rmSync(top, { recursive: true }))

const blueprint = `version: 2025-11-02
variables:
  password: { type: string, secret: true, default: hunter22 }
resources:
  login: { type: null/resource, spec: { value: "\${variables.password}" } }
exports:
  closed: { type: string, field: resources.login.spec.value }
`

/** A person with a machine of his own. */
function person(name: string, schema: string): Shell {
  const [home, folder] = [join(top, name, 'home'), join(top, name, 'checkout')]
  for (const each of [home, folder]) mkdirSync(each, { recursive: true })
  writeFileSync(join(folder, 'site.blueprint.yaml'), blueprint)
  const url = `postgres://test@127.0.0.1:${server.port}/postgres?schema=${schema}`
  return { folder, env: { PATH: process.env['PATH'], HOME: home, SLIPWAY_STATE: url, NO_COLOR: '1' } }
}

async function good(shell: Shell, ...args: readonly string[]): Promise<Ended> {
  const ended = await run(shell, args)
  assert.equal(ended.code, 0, `${args.join(' ')}: ${ended.stderr}${ended.stdout}`)
  return ended
}

onServer('two people with two keys share secrets until one is removed', async () => {
  const [ada, bob] = [person('ada', 'keys'), person('bob', 'keys')]
  await good(ada, 'up', '--yes')
  const key = (await good(bob, 'key', 'show')).stdout.trim()
  assert.match(key, /^slipway-public-/)
  const added = await good(ada, 'state', 'key', 'add', 'bob', key)
  assert.match(added.stderr, /2 records are sealed again[^]*bob can open the secrets now/)
  assert.match((await good(bob, 'exports', '--show-secrets')).stdout, /closed +hunter22/)
  await good(bob, 'up', '--yes', '--var', 'password=other22')
  assert.match((await good(ada, 'exports', '--show-secrets')).stdout, /closed +other22/)
  assert.match((await good(ada, 'state', 'key', 'list')).stdout, /bob +([0-9a-f]{4} ?){8}/)
  // Bob keeps a copy of the records that he could open.
  const [kept] = await sql(server, `SELECT body, checksum FROM keys.records WHERE kind = 'resource'`)
  assert.match((await good(ada, 'state', 'key', 'remove', 'bob')).stderr, /and no longer for bob/)
  const outside = await good(bob, 'plan', '--var', 'password=third')
  assert.match(
    outside.stderr,
    /you are not a recipient of this state, so the secrets of login, site itself count as unknown/,
  )
  const refused = await run(bob, ['up', '--yes'])
  assert.match(refused.stderr, /state\/wrong-key/)
  assert.match((await good(bob, 'exports')).stdout, /closed +\(sealed for others\)/)
  const [now] = await sql(server, `SELECT body, checksum FROM keys.records WHERE kind = 'resource'`)
  const put = async (row: typeof kept, before: typeof kept): Promise<void> => {
    const [body, sum] = [String(row?.['body']).replaceAll("'", "''"), Number(row?.['checksum'])]
    await sql(server, `UPDATE keys.records SET body = '${body}', checksum = ${sum} WHERE kind = 'resource'`)
    await sql(server, `UPDATE keys.heads SET sum = sum + ${sum - Number(before?.['checksum'])}`)
  }
  await put(kept, now)
  const forged = await run(ada, ['state', 'show', 'login', '--show-secrets'])
  assert.match(
    forged.stderr,
    /everything in this state has been sealed again since: somebody with the old key added it/,
  )
  assert.doesNotMatch(forged.stdout, /other22/)
  await put(now, kept)
  const last = await run(ada, ['state', 'key', 'remove', added.stderr.includes('root') ? 'root' : 'ada'])
  assert.notEqual(last.code, 0)
  assert.match((await good(ada, 'state', 'rekey')).stderr, /A new key is made for:/)
  await good(ada, 'destroy', '--yes')
})
