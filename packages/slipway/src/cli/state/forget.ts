import type { DamagedRecord, InstanceState, ResourceRecord, StateChange } from '@slipway/stores'
import { Failure } from '@slipway/model'
import type { Console } from '../console.ts'
import { exitCodes } from '../exit-codes.ts'
import type { BlueprintOptions } from '../options.ts'
import { agreed, changeState } from './change-state.ts'
import { recordNamed } from './record-named.ts'

/** `slipway state rm RESOURCE`: Slipway forgets it, and nothing happens to it. */
export function forgetResource(
  console: Console,
  name: string,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<number> {
  return changeState(console, file, options, 'slipway state rm', async ({ store, instance, lease }) => {
    const state = await store.load(instance, { skipDamaged: true })
    if (state === undefined)
      throw new Failure('state/unknown-instance', `nothing is recorded of an instance ${instance}`)
    const damaged = state.damaged?.find((record) => record.id === name)
    if (damaged?.id !== undefined) {
      const question = `Give up the damaged record of ${damaged.kind} ${name}? What it describes may still exist.`
      if (!(await agreed(console, options, question))) return exitCodes.failed
      await store.commit(lease, [givenUp(damaged.kind, damaged.id), moved(state)])
      console.err.write(`The record of ${damaged.kind} ${name} is gone.\n`)
      return exitCodes.ok
    }
    const record = recordNamed(state, name)
    if (!(await agreed(console, options, `Forget ${record.name} (${record.type}) without destroying it?`)))
      return exitCodes.failed
    await store.commit(lease, [{ kind: 'forget', resourceId: record.id }, ...intentsOf(state, record), moved(state)])
    console.err.write(`${record.name} is forgotten. It still exists, and is yours to look after.\n`)
    return exitCodes.ok
  })
}

function intentsOf({ intents }: InstanceState, record: ResourceRecord): readonly { kind: 'end'; intentId: string }[] {
  return intents.filter((intent) => intent.resource.id === record.id).map(({ id }) => ({ kind: 'end', intentId: id }))
}

/** A plan that was made before is stale now. */
function moved({ instance }: InstanceState): StateChange {
  return { kind: 'instance', instance: { ...instance, version: instance.version + 1, updatedAt: Date.now() } }
}

function givenUp(kind: DamagedRecord['kind'], id: string): StateChange {
  const isDamaged = true
  if (kind === 'intent') return { kind: 'end', intentId: id, isDamaged }
  return kind === 'task'
    ? { kind: 'forget-task', taskId: id, isDamaged }
    : { kind: 'forget', resourceId: id, isDamaged }
}
