import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { valueMap } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { RecordNames } from '../../urns/record-names.ts'
import { AliasClaims } from './alias-claims.ts'

const type = 'ledger:index/entry:Entry'

function urnOf(name: string): string {
  return `urn:pulumi:dev::books::${type}::${name}`
}

const [old, renamed] = [urnOf('old'), urnOf('renamed')]

/** Claims with one recorded resource. */
function claims(status: InstanceState['instance']['status'], urn: string, former: readonly string[]) {
  const spec = valueMap([
    ['urn', urn],
    ['former', former],
  ])
  const record = { id: '1', name: urn.slice(urn.lastIndexOf(':') + 1), type, spec } as unknown as ResourceRecord
  const instance = { status } as InstanceState['instance']
  const names = new RecordNames({ resources: [record], intents: [], instance })
  return { names, claims: new AliasClaims(names) }
}

/** Handles a request of the program. */
function wanted({ names, claims: made }: ReturnType<typeof claims>, urn: string, formerUrns: readonly string[]) {
  const recordedAs = names.recorded([urn, ...formerUrns])
  made.claim(urn, recordedAs, formerUrns)
  names.of(urn, recordedAs)
  return recordedAs
}

const refused = { code: 'programs/renamed-and-asked-for', message: /renamed has the alias .*::old, which the program/ }

test('a new owner of a name is not the former one, in any order of requests', () => {
  const run = claims('deployed', old, [])
  run.claims.announce(old, [])
  run.claims.announce(renamed, [old])
  assert.throws(() => wanted(run, old, []), /renamed has the alias .*::old, which the program asks for as well/)
  assert.equal(wanted(run, renamed, [old]), old)
})

test('a recorded resource is not changed before all requests sent with it have arrived', async () => {
  for (const [change, gap] of [
    ['change', 10],
    ['destroyFirst', 100],
  ] as const) {
    const run = claims('deployed', old, [])
    run.claims.announce(old, [])
    wanted(run, old, [])
    // Begins before the wait of the claims, so that it ends before it, however slow the machine is.
    const isSent = sleep(gap)
    const changing = run.claims.beforeChange(old, old, change)
    const late = assert.rejects(changing, refused)
    await isSent
    run.claims.announce(renamed, [old])
    assert.throws(() => wanted(run, renamed, [old]), /renamed has the alias/)
    await late
  }
})

test('a program that is never quiet causes no endless wait', { timeout: 60_000 }, async (context) => {
  const run = claims('deployed', old, [])
  const asking = setInterval(() => run.claims.announce(urnOf('another'), []), 5)
  context.after(() => clearInterval(asking))
  run.claims.announce(urnOf('another'), [])
  await run.claims.beforeChange(old, old, 'change')
})

test('after a failed run that renamed resources, the new names count, not the old ones', async () => {
  const goingBack = claims('deploy-failed', renamed, [old])
  goingBack.claims.announce(old, [])
  assert.equal(wanted(goingBack, old, []), renamed)
  const goingOn = claims('deploy-failed', renamed, [old])
  goingOn.claims.announce(old, [])
  goingOn.claims.announce(renamed, [old])
  assert.equal(wanted(goingOn, old, []), undefined)
  assert.equal(wanted(goingOn, renamed, [old]), renamed)
  const late = claims('deploy-failed', renamed, [old])
  late.claims.announce(old, [])
  assert.equal(wanted(late, old, []), renamed)
  late.claims.announce(renamed, [old])
  await assert.rejects(late.claims.beforeChange(old, renamed, 'change'), {
    ...refused,
    message: /renamed was .*::old before an up that failed, which the program asks for as well/,
  })
})
