// Orders 10,000 tasks of 1,000 plugins: with numbers alone, and with before/after edges. Limit: 50 ms. Beside it, a plain sort of as many tasks by
// float, plugin and index: the work of an engine that takes no care.
import { parsePostfix } from '@slipway/graph'
import { orderTasks, type StageTask, type TaskPlugin } from '../packages/stages/src/index.ts'

const limitMs = 50
const location = {
  file: 'tasks.yaml',
  range: { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } },
}

function task(plugin: string, index: number, seed: number, edges: boolean): StageTask {
  const number = `${(seed * 7919) % 9000}.${seed % 10}`
  const postfix = parsePostfix(number)
  const free = edges && index === 9
  return {
    plugin,
    key: `t${index}`,
    index,
    stage: seed % 2 === 0 ? 'pre_deployment' : 'post_deployment',
    stageText: `post_deployment/${number}`,
    ...(postfix === undefined || free ? {} : { postfix }),
    roles: [{ kind: 'all' }],
    type: 'shell',
    parameters: {},
    before: [],
    after: free ? [{ text: 't1', location }] : [],
    failOnError: true,
    rerun: false,
    location,
  }
}

function plugins(edges: boolean): readonly TaskPlugin[] {
  return Array.from({ length: 1_000 }, (_, number) => {
    const name = `plugin-${(number * 7) % 1_000}`
    const tasks = Array.from({ length: 10 }, (_unused, index) => task(name, index, number * 10 + index, edges))
    return { name, version: '1.0.0', directory: name, ranges: [], tasks, location }
  })
}

/** The best of a few runs, and the first run, which is what a single command takes. */
function timed(work: () => unknown): { readonly first: number; readonly best: number } {
  const runs = Array.from({ length: 7 }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return { first: runs[0] ?? 0, best: Math.min(...runs) }
}

function plainSort(all: readonly TaskPlugin[]): unknown {
  const tasks = all.flatMap((plugin) => plugin.tasks)
  const floats = tasks.map((one) => ({ one, number: Number(one.stageText.split('/')[1]) }))
  return floats.sort(
    (a, b) => a.number - b.number || (a.one.plugin < b.one.plugin ? -1 : 1) || a.one.index - b.one.index,
  )
}

const numbered = plugins(false)
const withEdges = plugins(true)
const rows = {
  numbers: timed(() => orderTasks(numbered)),
  'numbers and edges': timed(() => orderTasks(withEdges)),
  'plain sort by float': timed(() => plainSort(numbered)),
}
for (const [name, { first, best }] of Object.entries(rows)) {
  console.log(`10,000 tasks, ${name}: ${best.toFixed(1)} ms (first ${first.toFixed(1)} ms; limit ${limitMs} ms)`)
}

for (const all of [numbered, withEdges]) {
  const { tasks, diagnostics } = orderTasks(all)
  if (tasks.length !== 10_000 || diagnostics.length > 0) throw new Error('the order is not what it should be')
}
