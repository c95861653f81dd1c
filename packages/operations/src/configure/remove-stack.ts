import { rmSync } from 'node:fs'
import { Failure, messageOf, shownPath, systemWords } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import { ignore, type Observer } from '../events.ts'
import type { Slipway } from '../slipway.ts'
import { readStackFile } from '@slipway/programs/stacks/stack-file'
import { plainName, selectedStack, selectStack } from '@slipway/programs/stacks/which-stack'
import { agreed, changeState, type StateChangeRequest } from '../state/change-state.ts'
import { placeOf } from './place.ts'

/** The question whether to remove a stack, with the things that would be lost. */
export interface RemoveQuestion {
  readonly stack: string
  readonly instance: string
  /** The number of resources that are forgotten but may still exist. */
  readonly resources: number
  /** The configuration file, if it is removed as well. */
  readonly file: string | undefined
}

export type RemovedStack = RemoveQuestion & { readonly outcome: 'removed' | 'declined' }

export interface RemoveStackRequest extends Pick<StateChangeRequest<RemoveQuestion>, 'agree' | 'waitMs'> {
  readonly folder?: string | undefined
  /** Whether to remove a stack that has resources. The resources are forgotten. */
  readonly force?: boolean
  /** Whether to keep the stack's file. */
  readonly keepConfig?: boolean
}

/**
 * Removes a stack with its history, its file and its selection. Destroys nothing.
 *
 * Fails with `stack/has-resources` if the stack has resources and `force` is not set, with `stack/unknown` if there is no such stack, and
 * with `stack/other-project` for a stack of another project.
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

/** Returns the names of all things that may exist outside, including open calls and unreadable records. */
async function namesLeft({ resources, intents, damaged = [] }: InstanceState): Promise<readonly string[]> {
  const { builtInNamespace } = await import('@slipway/programs')
  const recorded = [...resources, ...intents.map(({ resource }) => resource)]
  const outside = recorded.filter(({ type }) => !type.startsWith(builtInNamespace))
  return [...new Set([...outside.map(({ name }) => name), ...damaged.map(({ kind, name, id }) => name ?? id ?? kind)])]
}

/** The maximum number of names in a message. */
const mostNames = 5

function hasResources(instance: string, stack: string, names: readonly string[]): Failure {
  const shown = names.slice(0, mostNames).join(', ')
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return new Failure('stack/has-resources', `${instance} still has resources: ${shown}${more}`, {
    hint: `slipway destroy --stack ${stack} destroys them; --force forgets them: they continue to exist, but nothing manages them`,
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
