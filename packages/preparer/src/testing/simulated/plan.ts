import * as fc from 'fast-check'
import { hashOfManifest, shellHook, type WrittenManifest } from '../test-node.ts'

export const pods = ['api', 'web'] as const
export type PodName = (typeof pods)[number]

export interface Traits {
  readonly isAuthorised: boolean
  readonly isVerified: boolean
  readonly canBeInstalled: boolean
  /** How many launches fail before one succeeds. */
  readonly launchFailures: number
  readonly isHalfLaunched: boolean
  readonly haltFailures: number
}

export type HookEnding = 'good' | 'fails' | 'hangs' | 'garbage'

export type Act =
  | { readonly act: 'schedule'; readonly pod: PodName; readonly version: number }
  | { readonly act: 'unschedule' | 'crash'; readonly pod: PodName }
  /** The preparer dies after this many more calls. */
  | { readonly act: 'kill'; readonly calls: number }
  | { readonly act: 'pass'; readonly moments: number }
  | { readonly act: 'restart' | 'settle' | 'store' }

/** The life of a node: the traits of its pods, the endings of its hooks, and the events. */
export interface Plan {
  readonly traits: readonly Traits[]
  /** The endings of hook runs, in turn. */
  readonly endings: readonly HookEnding[]
  readonly acts: readonly Act[]
}

const rarely = fc.nat(5).map((drawn) => drawn === 0)
const mostly = fc.nat(4).map((drawn) => drawn > 0)
const pod = fc.constantFrom(...pods)

const traits: fc.Arbitrary<Traits> = fc.record({
  isAuthorised: mostly,
  isVerified: mostly,
  canBeInstalled: mostly,
  launchFailures: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.constantFrom(1, 2, Infinity)),
  isHalfLaunched: fc.boolean(),
  haltFailures: rarely.map(Number),
})

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('schedule' as const), pod, version: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('unschedule' as const), pod }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('crash' as const), pod }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('kill' as const), calls: fc.nat(120) }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('pass' as const), moments: fc.nat(12) }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constantFrom('restart' as const, 'settle' as const, 'store' as const) }),
  },
)

export const anyPlan: fc.Arbitrary<Plan> = fc.record({
  traits: fc.array(traits, { minLength: 8, maxLength: 8 }),
  endings: fc.array(fc.constantFrom<HookEnding>('good', 'good', 'fails', 'hangs', 'garbage'), { minLength: 1 }),
  acts: fc.array(act, { minLength: 1, maxLength: 25 }),
})

/** The index of a version of a pod among the traits of a plan. */
export function indexOf(name: PodName, version: number): number {
  return pods.indexOf(name) * 4 + version
}

export function manifestOf(name: PodName, version: number, { canBeInstalled }: Traits): WrittenManifest {
  const program = { type: 'command', command: ['run', String(indexOf(name, version))] }
  const missing = { type: 'hoist', location: '/nowhere/at-all.tar.gz' }
  return { id: name, launchables: { main: program, side: canBeInstalled ? program : missing } }
}

/** Hooks for all moments; the second comes after the first. */
export const hooks: readonly WrittenManifest[] = [
  shellHook('first', '', { order: 1 }),
  shellHook('second', '', { order: 2, timeoutMs: 500 }),
]

/** The traits of the manifests of a plan, by their hash. */
export function traitsByHash({ traits: all }: Plan): ReadonlyMap<string, Traits> {
  return new Map(
    pods.flatMap((name) =>
      [0, 1, 2, 3].map((version) => {
        const own = all[indexOf(name, version)] as Traits
        return [hashOfManifest(manifestOf(name, version, own)), own] as const
      }),
    ),
  )
}
