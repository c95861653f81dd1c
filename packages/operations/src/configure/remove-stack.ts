import { rmSync } from 'node:fs'
import { Failure, messageOf, shownPath, systemWords } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import { ignore, type Observer } from '../events.ts'
import type { Slipway } from '../slipway.ts'
import { readStackFile } from '@slipway/programs/stacks/stack-file'
import { plainName, selectedStack, selectStack } from '@slipway/programs/stacks/which-stack'
import { agreed, changeState, type StateChangeRequest } from '../state/change-state.ts'
import { placeOf } from './place.ts'

/** Whether a stack may be removed, with what goes then. */
export interface RemoveQuestion {
  readonly stack: string
  readonly instance: string
  /** How many resources are forgotten, though they may still exist. */
  readonly resources: number
  /** The file with its configuration, if that goes, too. */
  readonly file: string | undefined
}

export type RemovedStack = RemoveQuestion & { readonly outcome: 'removed' | 'declined' }

export interface RemoveStackRequest extends Pick<StateChangeRequest<RemoveQuestion>, 'agree' | 'waitMs'> {
  readonly folder?: string | undefined
  /** Also one of which there are resources: they are forgotten. */
  readonly force?: boolean
  /** Its file stays. */
  readonly keepConfig?: boolean
}

/**
 * Removes a stack: its history, its file, and the choice of it. Nothing is destroyed.
 *
 * Fails with `stack/has-resources` where there is something of it, unless that may be forgotten; with `stack/unknown` where there is none, and
 * `stack/other-project` for one of another project.
 */
export async function removeStack(
  slipway: Slipway,
  written: string,
  { folder, agree, waitMs = 0, force = false, keepConfig = false }: RemoveStackRequest = {},
  observe: Observer = ignore,
): Promise<RemovedStack> {
  const place = await placeOf(slipway, { folder })
  const stack = plainName(place, written)
  const request = { file: folder ?? '.', stack, waitMs }
  return await changeState(slipway, request, 'slipway stack rm', observe, async ({ store, lease, instance }) => {
    const state = await store.load(instance, { skipDamaged: true })
    const left = state === undefined ? [] : await namesLeft(state)
    if (left.length > 0 && !force) throw hasResources(instance, stack, left)
    const { file, exists } = readStackFile(place.project, stack)
    const question = { stack, instance, resources: left.length, file: exists && !keepConfig ? file : undefined }
    if (!(await agreed(agree, question))) return { ...question, outcome: 'declined' }
    await store.commit(lease, [{ kind: 'remove-instance' }])
    if (question.file !== undefined) removeFile(question.file)
    if (selectedStack(place) === stack) selectStack(place, undefined)
    return { ...question, outcome: 'removed' }
  })
}

/** Of all that may be there outside: what was begun and what cannot be read, too. */
async function namesLeft({ resources, intents, damaged = [] }: InstanceState): Promise<readonly string[]> {
  const { builtInNamespace } = await import('@slipway/programs')
  const recorded = [...resources, ...intents.map(({ resource }) => resource)]
  const outside = recorded.filter(({ type }) => !type.startsWith(builtInNamespace))
  return [...new Set([...outside.map(({ name }) => name), ...damaged.map(({ kind, name, id }) => name ?? id ?? kind)])]
}

/** Names in one sentence. */
const mostNames = 5

function hasResources(instance: string, stack: string, names: readonly string[]): Failure {
  const shown = names.slice(0, mostNames).join(', ')
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return new Failure('stack/has-resources', `${instance} still has resources: ${shown}${more}`, {
    hint: `slipway destroy --stack ${stack} takes them down; --force forgets them: they continue to exist, but nothing manages them`,
  })
}

function removeFile(file: string): void {
  try {
    rmSync(file)
  } catch (error) {
    const why = systemWords(error) ?? messageOf(error)
    throw new Failure('cli/unwritable-file', `the stack is removed, but not ${shownPath(file)}: ${why}`, {
      cause: error,
    })
  }
}
