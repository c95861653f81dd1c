import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readManifest } from '../manifest/read-manifest.ts'
import { sleeper, TestNode } from '../testing/test-node.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { Freshness, openWayBack } from './freshness.ts'

const version = (sequence: number) => sleeper('web', `of ${sequence}`, { sequence })

function expiring(expires: string): ReturnType<typeof readManifest> {
  return readManifest(
    'web.yaml',
    `id: web\nlaunchables: {m: {type: command, command: [a]}}\nexpires: ${expires}\n`,
    '/',
  )
}

const signed = (sequence: number): Manifest => ({ id: 'web', hash: String(sequence), body: { sequence } }) as Manifest

describe('a manifest names its node and time', { skip: process.platform !== 'linux' }, () => {
  test('for another node, or in the past, it is not authorised', async (context) => {
    const node = await TestNode.start(context)
    const refusals = [
      [{ node: 'other' }, /is for the node other/],
      [{ expires: '2020-01-01T00:00:00Z' }, /has expired: 2020/],
    ] as const
    for (const [more, expected] of refusals) {
      const { hash } = await node.schedule(sleeper('web', 'one', more))
      assert.match((await node.becomes('web', 'unauthorised', hash)).reason ?? '', expected)
    }
    const { hash } = await node.schedule(sleeper('web', 'one', { node: 'week', expires: '2999-01-01T00:00:00+01:00' }))
    await node.becomes('web', 'running', hash)
  })

  test('a time in YAML is valid with or without quotes, and a bad one is refused with its place', () => {
    for (const time of ['2999-01-01T00:00:00Z', '"2999-01-01T00:00:00+01:00"'])
      assert.deepEqual(expiring(time).diagnostics, [])
    assert.match(expiring('tomorrow').diagnostics[0]?.message ?? '', /expires: must be a time such as/)
  })

  test('a lower sequence than the last is refused, also once the pod is gone, unless the node itself was told to go back', async (context) => {
    const node = await TestNode.start(context)
    const refuses = async (manifest: ReturnType<typeof sleeper>): Promise<void> => {
      const { hash } = await node.schedule(manifest)
      assert.match((await node.becomes('web', 'unauthorised', hash)).reason ?? '', /this node has seen 2/)
    }
    const takes = async (manifest: ReturnType<typeof sleeper>): Promise<void> => {
      const { hash } = await node.schedule(manifest)
      await node.becomes('web', 'running', hash)
    }
    await takes(version(1))
    await takes(version(2))
    await refuses(version(1))
    await refuses(sleeper('web', 'without'))
    await node.unschedule('web')
    await node.becomes('web', 'gone')
    await node.stop()
    await node.start()
    await refuses(version(1))
    const { hash } = await node.schedule(version(1))
    openWayBack(node.layout, { kind: 'pod', id: 'web' }, hash)
    await takes(version(1))
    await refuses(version(0))
    await takes(version(2))
    await refuses(version(1))
    await takes(version(3))
  })

  test('a lower sequence is refused also where the signed manifest of a pod is placed as a hook', async () => {
    const notes = new Map<string, string>()
    const records = {
      noted: (note: string) => Promise.resolve(notes.get(note)),
      note: (note: string, value: string) => Promise.resolve(void notes.set(note, value)),
    }
    const around = { node: 'week', layout: { wayBack: () => '/nowhere/way-back' }, records, clock: { now: () => 0 } }
    const freshness = new Freshness(around as unknown as ConstructorParameters<typeof Freshness>[0])
    assert.equal(await freshness.admit('pod', signed(5)), undefined)
    assert.match((await freshness.admit('hook', signed(1))) ?? '', /this node has seen 5/)
  })
})
