import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine } from '@slipway/processes'
import { type Random, randomOf } from '../soak/random.ts'
import { judgeAudit } from './judge.ts'
import { archivedPod, brokenPod, hooks, stayingPod } from './manifests.ts'
import { kill, type Nodes } from './nodes.ts'

/** Kills and restarts the store of the nodes' intent. */
export type DisturbStore = (pauseMs: number) => Promise<void>

const pods = ['api', 'web', 'job'] as const

/**
 * Schedules, changes the intent and kills at random moments. Then the last intent must run, once, with nothing left behind and nothing
 * forgotten.
 */
export async function disturb(nodes: Nodes, seed: number, disturbStore?: DisturbStore): Promise<void> {
  const random = randomOf(seed)
  const wanted = new Map<string, string>()
  nodes.startAll()
  for (const hook of Object.values(hooks)) await nodes.schedule(hook, true)
  const acts = actsOn(nodes, random, wanted, disturbStore)
  for (let act = 0; act < 14; act++) {
    await acts()
    await sleep(random.next() * 400)
  }
  nodes.allow(undefined)
  wanted.set('web', (await nodes.schedule(stayingPod('web', 1000), false)).hash)
  for (const id of wanted.keys())
    if (id !== 'web') wanted.set(id, (await nodes.schedule(stayingPod(id, 1001), false)).hash)
  const running = await nodes.converge(wanted)
  assert.deepEqual(nodes.violations(), [])
  assert.equal((await nodes.staying()).length, 2 * running.length, 'programs of the pods')
  assert.ok(nodes.processes('shim').length <= 2 * running.length)
  await judgeAudit(nodes, running)
  await takeDown(nodes, wanted)
}

/** Acts that each do one thing. */
function actsOn(
  nodes: Nodes,
  random: Random,
  wanted: Map<string, string>,
  disturbStore?: DisturbStore,
): () => Promise<void> {
  let version = 0
  const schedule = async (make: (id: string, version: number, folder: string) => object): Promise<void> => {
    const id = random.pick(pods)
    wanted.set(id, (await nodes.schedule(make(id, version++, nodes.folder), false)).hash)
  }
  const unschedule = async (): Promise<void> => {
    const id = random.pick(pods)
    if (wanted.delete(id)) await nodes.unschedule(id)
  }
  const restart = async (): Promise<void> => {
    const name = random.pick(nodes.names)
    await nodes.end(name, random.chance(0.8) ? 'SIGKILL' : 'SIGTERM')
    if (random.chance(0.5)) kill(random.pick(nodes.processes('program')))
    nodes.start(name)
  }
  const acts: readonly (() => Promise<void> | void)[] = [
    () => schedule(stayingPod),
    () => schedule(stayingPod),
    () => schedule(archivedPod),
    () => schedule(brokenPod),
    unschedule,
    restart,
    restart,
    () => kill(random.pick(nodes.processes('program'))),
    () => kill(random.pick(nodes.processes('shim'))),
    () => kill(random.pick(nodes.processes('hook').filter(isNoGuard))),
    () => kill(random.pick(nodes.processes('hook').filter(isNoGuard))),
    () => nodes.allow(random.chance(0.5) ? undefined : [random.pick(pods), ...Object.keys(hooks)]),
    ...(disturbStore === undefined ? [] : [() => disturbStore(random.next() * 600)]),
  ]
  return async () => random.pick(acts)()
}

/** A hook has a guard in its group, which ends it when its preparer is killed: a test may kill the hook, but not the guard. */
function isNoGuard(pid: number): boolean {
  return commandLine(pid)?.some((word) => word.includes("trap '' TERM")) !== true
}

/** Removes pods, then hooks, then preparers, and checks that nothing stays. */
async function takeDown(nodes: Nodes, wanted: ReadonlyMap<string, string>): Promise<void> {
  for (const id of wanted.keys()) await nodes.unschedule(id)
  await nodes.converge(new Map())
  assert.deepEqual([...nodes.processes('program'), ...nodes.processes('shim')], [], 'processes of pods')
  const log = await nodes.log()
  for (const node of nodes.names)
    for (const id of wanted.keys())
      assert.ok(
        log.some((entry) => entry.node === node && entry.pod === id && entry.moment === 'before_uninstall'),
        `before_uninstall of ${id} on ${node}`,
      )
  for (const id of Object.keys(hooks)) await nodes.unschedule(id, true)
  while ((await nodes.status()).length > 0) await sleep(20)
  for (const node of nodes.names) {
    assert.equal(await nodes.end(node, 'SIGTERM'), 0)
    assert.deepEqual(nodes.leftovers(node), [])
  }
  // The guard in a hook's group notices the end of the preparer a moment later.
  for (let waited = 0; waited < 60_000 && nodes.processes('hook').length > 0; waited += 20) await sleep(20)
  assert.deepEqual(
    nodes.processes('hook').map((pid) => [pid, commandLine(pid)]),
    [],
    'processes of hooks',
  )
}
