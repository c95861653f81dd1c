import { renameSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { InstanceState, RunRecord, StateChange } from '@slipway/stores'
import { ignore, type Observer } from '../events.ts'
import type { Slipway } from '../slipway.ts'
import { readStackFile } from '../stacks/stack-file.ts'
import { assertName, selectedStack, selectStack, stackExists, stacksOf } from '../stacks/which-stack.ts'
import { changeState } from '../state/change-state.ts'
import { inOtherStack } from '../state/in-other-stack.ts'
import { placeOf } from './place.ts'

export interface RenameStackRequest {
  readonly folder?: string | undefined
  /** How long to wait while somebody else changes the stack. Default: not at all. */
  readonly waitMs?: number
}

export interface RenamedStack {
  readonly from: string
  readonly to: string
}

/** More than anybody has run. */
const allRuns = 1_000_000

/**
 * Gives a stack another name, with its records, history and file. Nothing happens to its resources.
 *
 * One that is cut short is done once more: what is recorded under the new name is known as the same until the old one is gone.
 * Fails with `stack/exists`, `stack/unknown`, `stack/bad-name`.
 */
export function renameStack(
  slipway: Slipway,
  from: string,
  to: string,
  { folder, waitMs = 0 }: RenameStackRequest = {},
  observe: Observer = ignore,
): Promise<RenamedStack> {
  const place = placeOf(slipway, { folder })
  assertName(to)
  const { project } = place
  const request = { file: folder ?? '.', stack: from, waitMs }
  return changeState(
    slipway,
    request,
    'slipway stack rename',
    observe,
    async ({ store, instance, lease, lockAlso }) => {
      const target = `${project.name}/${to}`
      const state = await store.load(instance)
      const begun = from === to ? undefined : await store.load(target)
      const isBegun = begun !== undefined && begun.instance.id === state?.instance.id
      if (!isBegun && (await stacksOf(place)).includes(to)) throw stackExists(place, to)
      if (state !== undefined) {
        const runs = await store.runs(instance, allRuns)
        const taken = await lockAlso(target)
        const changes = changesFor(await inOtherStack(state, project.name, to), runs)
        await store.commit(taken, [{ kind: 'remove-instance' }, ...changes])
      }
      const { file, exists } = readStackFile(project, from)
      if (exists) renameSync(file, join(project.stackFolder, `Pulumi.${to}${extname(file)}`))
      if (selectedStack(place) === from) selectStack(place, to)
      await store.commit(lease, [{ kind: 'remove-instance' }])
      return { from, to }
    },
  )
}

function changesFor(
  { instance, resources, intents, tasks = [] }: InstanceState,
  runs: readonly RunRecord[],
): StateChange[] {
  return [
    { kind: 'instance', instance },
    ...resources.map((resource) => ({ kind: 'resource', resource }) as const),
    ...intents.map((intent) => ({ kind: 'begin', intent }) as const),
    ...tasks.map((task) => ({ kind: 'task', task }) as const),
    ...runs.toReversed().map((run) => ({ kind: 'run', run }) as const),
  ]
}
