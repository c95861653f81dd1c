/**
 * The cost of the engine itself: plan, deploy, plan again and destroy through a provider that answers at once, in process,
 * and a store that keeps nothing. Wide (no dependencies) and chain (each needs the one before).
 *
 *     node bench/engine.ts [--sizes=1000,10000,100000] [--json]
 *
 * Milliseconds; `exponent` is the growth of the sum from one size to the next: 1 is linear.
 */
import { parseArgs } from 'node:util'
import {
  type CheckedBlueprint,
  type CheckedResource,
  type Expression,
  gather,
  makePlan,
  type PlanOptions,
  type Ports,
} from '@slipway/engine'
import { runPlan } from '@slipway/engine/run'
import type { PropertySchema, Provider, ProviderDefinition, ResourceTypeDefinition } from '@slipway/model'
import type { InstanceState, Intent, ResourceRecord, StateChange, StateStore } from '@slipway/stores'

const schema: PropertySchema = {
  type: 'object',
  required: ['value'],
  attributes: {
    value: { type: 'string' },
    size: { type: 'integer' },
    tags: { type: 'map', mapValues: { type: 'string' } },
    id: { type: 'string', computed: true },
  },
}

const definition: ResourceTypeDefinition = {
  type: 'bench/thing',
  label: 'thing',
  schema,
  idField: 'id',
  destroyBeforeCreate: false,
  settlement: 'find',
  stabilisedDependencies: [],
}

const providerDefinition: ProviderDefinition = {
  pluginId: 'bench/bench',
  pluginVersion: '1.0.0',
  namespace: 'bench',
  config: { fields: {}, allowAdditionalFields: false },
  resourceTypeNames: ['bench/thing'],
  dataSourceTypeNames: [],
  functionNames: [],
  resourceTypes: { 'bench/thing': definition },
  dataSourceTypes: {},
  functions: {},
}

const provider: Provider = {
  define: () => Promise.resolve(providerDefinition),
  validateResource: () => Promise.resolve([]),
  deploy: ({ resourceId }) => Promise.resolve({ 'spec.id': resourceId }),
  hasStabilised: () => Promise.resolve({ stabilised: true, computed: {} }),
  externalState: () => Promise.resolve(undefined),
  destroy: () => Promise.resolve(),
  fetch: () => Promise.resolve({}),
  callFunction: () => Promise.resolve(null),
}

const origin = { start: 0, end: 0 }

function literal(value: string | number): Expression {
  return { kind: 'literal', value, origin }
}

function blueprint(shape: 'wide' | 'chain', size: number): CheckedBlueprint {
  const resources = new Map<string, CheckedResource>()
  for (let index = 0; index < size; index++) {
    const name = `r${index}`
    const needed = shape === 'chain' && index > 0 ? [`r${index - 1}`] : []
    const [first] = needed
    const value: Expression =
      first === undefined
        ? literal(`value ${index}`)
        : { kind: 'reference', to: 'resource', name: first, path: ['spec', 'id'], origin }
    const tags: Expression = { kind: 'map', entries: [['app', literal('site')]], origin }
    const entries = [['value', value] as const, ['size', literal(index)] as const, ['tags', tags] as const]
    resources.set(name, {
      name,
      type: definition.type,
      definition,
      spec: { kind: 'map', entries, origin },
      labels: {},
      metadata: {},
      dependsOn: needed,
      removalPolicy: 'delete',
      origin,
    })
  }
  const none = new Map<string, never>()
  return {
    file: 'bench',
    hash: () => `${size}`,
    variables: none,
    values: none,
    dataSources: none,
    resources,
    exports: none,
  }
}

/** A store that only keeps what the next run needs, as it was given. */
class Shelf {
  state: InstanceState | undefined
  readonly #resources = new Map<string, ResourceRecord>()
  readonly #intents = new Map<string, Intent>()

  commit(changes: readonly StateChange[]): Promise<void> {
    for (const change of changes) {
      if (change.kind === 'resource') this.#resources.set(change.resource.id, change.resource)
      else if (change.kind === 'forget') this.#resources.delete(change.resourceId)
      else if (change.kind === 'begin') this.#intents.set(change.intent.id, change.intent)
      else if (change.kind === 'end') this.#intents.delete(change.intentId)
      else if (change.kind === 'instance') this.state = { instance: change.instance, resources: [], intents: [] }
    }
    return Promise.resolve()
  }

  load(): InstanceState | undefined {
    return this.state === undefined
      ? undefined
      : { ...this.state, resources: [...this.#resources.values()], intents: [...this.#intents.values()] }
  }
}

let lastId = 0
const ports: Ports = {
  catalog: {
    namespaces: () => ['bench'],
    define: () => Promise.resolve(providerDefinition),
    provider: () => Promise.resolve(provider),
    context: () => ({ config: {}, variables: {} }),
  },
  clock: { now: () => Date.now(), monotonic: () => performance.now(), sleep: () => Promise.resolve() },
  ids: { next: () => `id${++lastId}` },
  random: Math.random,
}

interface Row {
  readonly shape: string
  readonly size: number
  readonly plan: number
  readonly deploy: number
  readonly nothing: number
  readonly destroy: number
  exponent?: number
}

async function planAndRun(checked: CheckedBlueprint, shelf: Shelf, options: PlanOptions) {
  const started = performance.now()
  const state = shelf.load()
  const gathered = await gather({ instance: 'bench', state, blueprint: checked, options, ports })
  const plan = makePlan(checked, gathered, options)
  const planned = performance.now()
  const store = {
    commit: (_lease: unknown, changes: readonly StateChange[]) => shelf.commit(changes),
    runs: () => Promise.resolve([]),
  } as unknown as StateStore
  const lease = { instance: 'bench', fence: 1 }
  const run = { id: 'run', user: 'bench', host: 'bench' }
  if (plan.steps.some(({ action }) => action !== 'none')) {
    const { outcome } = await runPlan({ plan, blueprint: checked, gathered, ports, store, lease, run })
    if (outcome !== 'succeeded') throw new Error(`the run has ${outcome}`)
  }
  return { plan: planned - started, run: performance.now() - planned }
}

async function measure(shape: 'wide' | 'chain', size: number): Promise<Row> {
  const checked = blueprint(shape, size)
  const shelf = new Shelf()
  const up = await planAndRun(checked, shelf, { operation: 'up' })
  const nothing = await planAndRun(checked, shelf, { operation: 'up' })
  const destroy = await planAndRun(checked, shelf, { operation: 'destroy' })
  return { shape, size, plan: up.plan, deploy: up.run, nothing: nothing.plan, destroy: destroy.plan + destroy.run }
}

function total({ plan, deploy, nothing, destroy }: Row): number {
  return plan + deploy + nothing + destroy
}

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '1000,10000,100000' }, json: { type: 'boolean', default: false } },
})
await measure('chain', 2_000)
for (const shape of ['wide', 'chain'] as const) {
  let before: Row | undefined
  for (const size of values.sizes.split(',').map(Number)) {
    const row = await measure(shape, size)
    if (before !== undefined) row.exponent = Math.log(total(row) / total(before)) / Math.log(size / before.size)
    before = row
    if (values.json) console.log(JSON.stringify(row))
    else {
      const { plan, deploy, nothing, destroy, exponent } = row
      const parts = Object.entries({ plan, deploy, nothing, destroy }).map(([name, ms]) => `${name} ${ms.toFixed(0)}`)
      console.log(
        `${shape.padEnd(6)} ${String(size).padStart(7)}  ${parts.join('  ')}  exponent ${exponent?.toFixed(2) ?? '-'}`,
      )
    }
  }
}
