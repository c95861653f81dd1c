// test:rest: a soak: a dozen lives of pods, each with deaths
/**
 * The property of `packages/preparer/src/node/any-life.property.test.ts` with real processes: for each of a dozen seeds a pod of a
 * node has a life of manifests that run, fail or are refused, while its preparer is killed again and again and its hooks misbehave.
 * `SLIPWAY_SEED` plays from another seed on.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditEntry } from '@slipway/preparer'
import { disallowed } from '../../packages/preparer/src/testing/document-order.ts'
import { type Random, randomOf } from '../soak/random.ts'
import { archivedPod, hooks, stayingPod } from './manifests.ts'
import { kill, Nodes } from './nodes.ts'

const lives = 12
const firstSeed = Number(process.env['SLIPWAY_SEED'] ?? 1)
/** Between the deaths of the preparer, in milliseconds. */
const deathMs = 1500

const shellHook = (id: string, script: string, hook: object): object => ({
  id,
  launchables: { main: { type: 'command', command: ['sh', '-c', script] } },
  hook: { timeoutMs: 100, ...hook },
})

/** Hooks that must not change anything. */
const badHooks = (pods: readonly string[]): readonly object[] => [
  shellHook('failing', 'exit 3', { moments: ['after_install', 'after_auth_fail'] }),
  shellHook('hanging', 'sleep 600', { moments: ['before_launch'], pods: pods.filter((_, index) => index % 3 === 0) }),
  shellHook('dying', 'kill -KILL $$', {
    moments: ['before_install'],
    pods: pods.filter((_, index) => index % 3 === 1),
  }),
  shellHook('raving', `printf '{"call":\\0'`, { moments: ['after_launch'] }),
]

type Making = (id: string, version: number, folder: string) => object

const refused: Making = (id, version) => ({ ...stayingPod(id, version), run_as: 'nobody' })
/** Its archive does not match its digest. */
const unverified: Making = (id, version, folder) => {
  const pod = archivedPod(id, version, folder) as { launchables: { main: object } }
  return { ...pod, launchables: { main: { ...pod.launchables.main, digest: `sha256:${'0'.repeat(64)}` } } }
}
const uninstallable: Making = (id, version) => ({
  id,
  launchables: { main: { type: 'hoist', location: `/nowhere/${version}.tar.gz` } },
})
const unlaunchable: Making = (id, version) => ({
  id,
  launchables: { main: { type: 'command', command: [`/nowhere/${version}`] } },
})
const anything: readonly Making[] = [
  stayingPod,
  stayingPod,
  archivedPod,
  refused,
  unverified,
  uninstallable,
  unlaunchable,
]
/** Versions that leave the version before them alone. */
const harmless: readonly Making[] = [refused, unverified, uninstallable]

/** Plays a pod's life. Returns the manifest that must run at the end. */
async function live(nodes: Nodes, id: string, random: Random): Promise<string> {
  let version = 0
  let isGone = false
  const schedule = async (make: Making): Promise<string> => {
    const { hash } = await nodes.schedule(make(id, (version += 1), nodes.folder), false)
    return hash
  }
  await schedule(random.pick(anything))
  for (let act = 0; act < 3; act++) {
    await sleep(random.next() * 1200)
    if (!isGone && random.chance(0.2)) {
      await nodes.unschedule(id)
      isGone = true
    } else if (random.chance(0.2)) kill(random.pick(nodes.processes('program')))
    else {
      await schedule(random.pick(anything))
      isGone = false
    }
  }
  const last = await schedule(random.pick([stayingPod, archivedPod]))
  const runs = async (): Promise<boolean> =>
    (await nodes.status()).some((status) => status.pod === id && status.state === 'running' && status.manifest === last)
  while (!(await runs())) await sleep(100)
  if (random.chance(0.6)) await schedule(random.pick(harmless))
  return last
}

/** Waits until the audit has all runs that its hook has written down: news reaches the store a moment later. */
async function toldOf(nodes: Nodes, written: readonly string[]): Promise<readonly AuditEntry[]> {
  for (let waited = 0; ; waited += 100) {
    const told = await nodes.log()
    const known = new Set(told.map(({ moment, pod, attempt, deploy }) => `${moment} ${pod} ${attempt} ${deploy}`))
    const forgotten = written.filter((line) => !known.has(line))
    if (forgotten.length === 0) return told
    assert.ok(waited < 60_000, `runs that the audit does not know: ${forgotten.join(', ')}`)
    await sleep(100)
  }
}

test(
  'a pod always ends at the last authorised version, through allowed moments only, whatever its hooks do',
  { skip: process.platform !== 'linux', timeout: 280_000 },
  async (context) => {
    const nodes = new Nodes(['week'])
    context.after(() => nodes.remove())
    writeFileSync(join(nodes.folder, 'policy.json'), JSON.stringify({ type: 'allow', users: [userInfo().username] }))
    nodes.start('week')
    const pods = Array.from({ length: lives }, (_, index) => `pod-${firstSeed + index}`)
    for (const hook of [hooks['observer'] ?? {}, ...badHooks(pods)]) await nodes.schedule(hook, true)
    const over = new AbortController()
    const dying = (async () => {
      for (let death = 0; death < 5 && !over.signal.aborted; death++) {
        await sleep(deathMs, undefined, { signal: over.signal }).catch(() => {})
        if (over.signal.aborted) return
        await nodes.end('week', 'SIGKILL')
        nodes.start('week')
      }
    })()
    const ends = await Promise.all(pods.map((id, index) => live(nodes, id, randomOf(firstSeed + index)))).finally(() =>
      over.abort(),
    )
    await dying
    // A preparer has looked at the last change, and none plans to do anything else.
    const isQuiet = async (): Promise<boolean> => {
      const all = (await nodes.status()).filter((status) => status.kind === 'pod')
      return all.length === lives && all.every(({ state }) => ['running', 'unauthorised', 'retrying'].includes(state))
    }
    while (!(await isQuiet())) await sleep(100)
    const told = await toldOf(nodes, nodes.moments('week'))
    const status = await nodes.status()
    for (const [index, id] of pods.entries()) {
      const found = status.find(({ pod }) => pod === id)
      assert.equal(found?.manifest, ends[index], `seed ${firstSeed + index}: ${JSON.stringify(found)}`)
      const moments = told.filter(({ pod, hook }) => pod === id && hook === 'observer')
      const wrong = disallowed(moments.map(({ moment, attempt, deploy = '' }) => ({ moment, attempt, deploy })))
      assert.deepEqual(wrong, [], `seed ${firstSeed + index}`)
    }
    assert.deepEqual(nodes.violations(), [])
    assert.ok(new Set(told.map(({ hook }) => hook)).size === 5, 'each of the hooks has run')
  },
)
