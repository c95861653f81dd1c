import assert from 'node:assert/strict'
import { type Failure, Secret, valueMap } from '@slipway/model'
import { withInstance, type Check } from './conformance-kinds.ts'
import type { StateStore } from '../port.ts'
import { resealInstance } from '../encoding/reseal-instance.ts'
import { freshPair } from '../seal/team/key-pair.ts'
import { freshDataKey, sealTeam, type Recipient, type SealedTeam, type Team } from '../seal/team/team.ts'
import { sampleChild, sampleResource, sampleRun, type LosableSealer } from '../testing.ts'

function recipient(name: string, { pair }: Pick<LosableSealer, 'pair'>): Recipient {
  return { name, publicKey: pair.publicKey.text }
}

async function giveTeam(
  store: StateStore,
  recipients: readonly Recipient[],
  from?: { readonly sealed: SealedTeam; readonly team: Pick<Team, 'key' | 'former'> },
): Promise<{ readonly sealed: SealedTeam; readonly team: Pick<Team, 'key' | 'former'> }> {
  const team = { key: freshDataKey(), former: from === undefined ? [] : [...from.team.former, from.team.key] }
  const sealed = sealTeam({ ...team, recipients }, (await store.seals()).state)
  await store.changeTeam(from?.sealed, sealed)
  return { sealed, team }
}

const web = sampleResource('web')
const changes = [{ kind: 'resource', resource: web }] as const

/** Checks for states with a team. */
export function teams(check: Check): void {
  check('seals with its key, which its recipients alone can open', async (store, _clock, sealer) => {
    const lease = await withInstance(store)
    const ada = recipient('ada', sealer)
    const bob = { pair: freshPair() }
    const recipients = [ada, recipient('bob', bob)]
    const { sealed, team } = await giveTeam(store, recipients)
    assert.deepEqual((await store.seals()).team, sealed)
    await store.commit(lease, changes)
    assert.deepEqual(await store.keysInUse(), [sealed.key])
    const [own, theirs] = [sealer.pair, bob.pair]
    sealer.isLost = true
    sealer.pair = theirs
    assert.deepEqual((await store.load('site'))?.resources, [web])
    sealer.pair = freshPair()
    // Another process wrote the team again, so a reader must open it again.
    await store.changeTeam(sealed, sealTeam({ ...team, recipients }, (await store.seals()).state))
    await assert.rejects(store.load('site'), {
      code: 'state/wrong-key',
      message: 'the secrets of this state are sealed for ada, bob, and no key of yours is among theirs',
    })
    await assert.rejects(store.commit(lease, changes), { code: 'state/wrong-key' })
    const looked = await store.load('site', { leaveSealed: true })
    assert.match(JSON.stringify(looked?.resources[0]?.spec), /\/srv\/web.*sealed for others/)
    sealer.pair = own
  })

  check('refuses by name who was put among the recipients without its key', async (store, _clock, sealer) => {
    const lease = await withInstance(store)
    const { sealed } = await giveTeam(store, [recipient('ada', sealer)])
    await store.commit(lease, changes)
    const eve = { name: 'eve', publicKey: freshPair().publicKey.text, wrapped: '1:x:y' }
    await store.changeTeam(sealed, { ...sealed, recipients: [...sealed.recipients, eve] })
    const refused = { code: 'state/foreign-recipient', message: /^eve: / }
    await assert.rejects(store.load('site'), refused)
    await assert.rejects(store.commit(lease, changes), refused)
  })

  check(
    'changes no recipients after somebody without its key has added or swapped one',
    async (store, _clock, sealer) => {
      await withInstance(store)
      const ada = recipient('ada', sealer)
      const { sealed, team } = await giveTeam(store, [ada])
      const eve = { name: 'eve', publicKey: freshPair().publicKey.text, wrapped: '1:x:y' }
      const forged = [[...sealed.recipients, eve], [{ ...eve, name: 'ada' }]]
      let from = sealed
      for (const [index, recipients] of forged.entries()) {
        const planted = { ...sealed, recipients }
        await store.changeTeam(from, planted)
        await assert.rejects(giveTeam(store, [ada], { sealed, team }), {
          code: 'state/foreign-recipient',
          message: index === 0 ? /^eve: / : /^ada: /,
        })
        assert.deepEqual((await store.seals()).team, planted)
        from = planted
      }
    },
  )

  check('opens what an earlier key has sealed until all of it is sealed anew', async (store, _clock, sealer) => {
    const lease = await withInstance(store)
    const ada = recipient('ada', sealer)
    const runs = ['r1', 'r2', 'r3'].map((id) => sampleRun(id, { notes: valueMap([['n', new Secret(id)]]) }))
    for (const run of runs) await store.commit(lease, [{ kind: 'run', run }])
    const first = await giveTeam(store, [ada])
    await store.commit(lease, [...changes, { kind: 'child', child: sampleChild('network') }])
    const second = await giveTeam(store, [ada], first)
    const [whole, told] = [await store.load('site'), await store.runs('site', 9)]
    assert.equal((await store.keysInUse()).length, 2)
    assert.equal(await resealInstance(store, lease), 5)
    assert.deepEqual(await store.keysInUse(), [second.sealed.key])
    assert.deepEqual([await store.load('site'), await store.runs('site', 9)], [whole, told])
    // Repeats the reseal, as after a kill.
    assert.equal(await resealInstance(store, lease), 5)
    assert.deepEqual(await store.load('site'), whole)
  })

  check('opens nothing that a closed key has sealed', async (store, _clock, sealer) => {
    const lease = await withInstance(store)
    const ada = recipient('ada', sealer)
    const { sealed, team } = await giveTeam(store, [ada])
    await store.commit(lease, changes)
    // Simulates a full reseal after which an old text was put back.
    const former = [{ ...team.key, isClosed: true }]
    const next = sealTeam({ key: freshDataKey(), former, recipients: [ada] }, (await store.seals()).state)
    await store.changeTeam(sealed, next)
    await assert.rejects(
      store.load('site'),
      (error: Failure) =>
        error.code === 'state/damaged-record' && /somebody with the old key added it/.test(error.details.join()),
    )
  })

  check('lets one change its recipients at a time', async (store, _clock, sealer) => {
    await withInstance(store)
    const ada = recipient('ada', sealer)
    const first = await giveTeam(store, [ada])
    await giveTeam(store, [ada], first)
    await assert.rejects(giveTeam(store, [ada], first), { code: 'state/busy' })
    await assert.rejects(giveTeam(store, [ada]), { code: 'state/busy' })
  })
}
