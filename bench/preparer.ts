/**
 * The preparer of a node with the embedded store: from a manifest that is written to its process, what hooks add, how long nothing of
 * a pod runs while it is replaced, and what 200 idle pods cost. Beside each: a bare spawn and a durable commit in the same run.
 *
 *     node bench/preparer.ts [--runs=15] [--pods=200]
 *
 * On a machine that is busy with other things the least of the times says more than their median, and the processor time of the
 * preparer itself more than both.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { markedPod, NodeUnderTest, processorTime, residentMemory } from './preparer/node-under-test.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '15' }, pods: { type: 'string', default: '200' } },
})
const runs = Number(values.runs)
const pods = Number(values.pods)
let versions = 0

const timesOf = async (count: number, measured: () => Promise<number>): Promise<readonly number[]> => {
  const times: number[] = []
  for (let run = 0; run < count; run++) times.push(await measured())
  return times
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function line(what: string, times: readonly number[], more = ''): void {
  const least = Math.min(...times).toFixed(1)
  console.log(`${what.padEnd(58)} ${median(times).toFixed(1).padStart(7)} ms, least ${least.padStart(6)} ms${more}`)
}

/** Starts a shell that touches a file, as the pods do. */
async function bareStart(node: NodeUnderTest): Promise<number> {
  const mark = `bare-${versions++}`
  const touched = node.mark(mark)
  const began = performance.now()
  const child = spawn('/bin/sh', ['-c', `: > ${node.path(mark)}`], { stdio: 'ignore', detached: true })
  await once(child, 'exit')
  return (await touched) - began
}

function bareCommit(node: NodeUnderTest): () => number {
  const database = new DatabaseSync(join(node.folder, 'bare.db'))
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE entries (key, value)')
  const insert = database.prepare('INSERT INTO entries VALUES (?, ?)')
  return () => {
    const began = performance.now()
    insert.run('key', 'x'.repeat(1000))
    return performance.now() - began
  }
}

/** Measures from the moment at which the manifest begins to be written. */
async function deployed(node: NodeUnderTest, id: string, count: number) {
  const version = String(versions++)
  const started = node.mark(`started-${version}`)
  const began = performance.now()
  await node.schedule([markedPod(node, id, version)])
  const at = await started
  await node.runs(count)
  return { at, took: at - began }
}

async function firstDeploy(node: NodeUnderTest, others = 0): Promise<number> {
  const { took } = await deployed(node, 'web', others + 1)
  await node.unschedule('web')
  await node.runs(others)
  return took
}

/** Hooks for the moments before a process runs. */
const hooks = (count: number, isResident: boolean): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `hook${index}`,
    launchables: {
      main: {
        type: 'command',
        command: isResident
          ? [
              '/bin/sh',
              '-c',
              `while read -r line; do call=\${line##*:}; echo "{\\"call\\": \${call%\\}}, \\"ok\\": true}"; done`,
            ]
          : ['/bin/true'],
      },
    },
    hook: { moments: ['before_install', 'after_install', 'before_launch'], resident: isResident },
  }))

const hookCount = 5

async function withHooks(node: NodeUnderTest, isResident: boolean, without: readonly number[]): Promise<void> {
  await node.schedule(hooks(hookCount, isResident), true)
  await node.runs(hookCount)
  await firstDeploy(node, hookCount)
  const used = processorTime(node.pid)
  const times = await timesOf(runs, () => firstDeploy(node, hookCount))
  const own = (processorTime(node.pid) - used) / runs
  const runsOfHooks = 3 * hookCount
  const each = (of: (times: readonly number[]) => number): string =>
    ((of(times) - of(without)) / runsOfHooks).toFixed(1)
  const kind = isResident ? 'resident' : 'executable'
  line(`with ${runsOfHooks} runs of ${kind} hooks before it`, times, `, of the preparer ${own.toFixed(1)} ms`)
  console.log(`  each run: ${each(median)} ms, least ${each((all) => Math.min(...all))} ms`)
  await node.remove(
    [],
    Array.from({ length: hookCount }, (_, index) => `hook${index}`),
  )
}

async function gap(node: NodeUnderTest): Promise<number> {
  const ended = node.mark(`ended-${versions - 1}`)
  const { at } = await deployed(node, 'web', 1)
  return at - (await ended)
}

async function many(node: NodeUnderTest): Promise<void> {
  const ids = Array.from({ length: pods }, (_, index) => `pod${index}`)
  const command = ['sleep', '600']
  const began = performance.now()
  await node.schedule(ids.map((id) => ({ id, launchables: { main: { type: 'command', command } } })))
  await node.runs(pods)
  line(`${pods} pods at once, until all run`, [performance.now() - began])
  await sleep(3000)
  const [used, at] = [processorTime(node.pid), performance.now()]
  await sleep(15_000)
  const share = (100 * (processorTime(node.pid) - used)) / (performance.now() - at)
  console.log(`${pods} pods idle: ${share.toFixed(2)} % of a processor, ${residentMemory(node.pid).toFixed(0)} MB`)
  await node.remove(ids, [])
}

const node = new NodeUnderTest()
await node.start()
try {
  const commit = bareCommit(node)
  line('limit: a bare shell, until it has touched a file', await timesOf(runs, () => bareStart(node)))
  line('limit: a bare durable commit', await timesOf(runs * 10, async () => commit()))
  await firstDeploy(node)
  const used = processorTime(node.pid)
  const without = await timesOf(runs, () => firstDeploy(node))
  const own = (processorTime(node.pid) - used) / runs
  line('manifest written to process running, no hooks', without, `, of the preparer ${own.toFixed(1)} ms`)
  await withHooks(node, true, without)
  await withHooks(node, false, without)
  await deployed(node, 'web', 1)
  line('replaced: from the end of the old to the start of the new', await timesOf(runs, () => gap(node)))
  await node.remove(['web'], [])
  if (pods > 0) await many(node)
} finally {
  await node.end()
}
