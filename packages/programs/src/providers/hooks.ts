import { Failure, isMap, messageOf, PluginFailure, type ValueMap } from '@slipway/model'
import { toldAsByPulumi } from '@slipway/protocol/pulumi'

/** What happens to a resource, in the words of hooks. */
export type HookMoment = 'create' | 'update' | 'delete'

/** What a hook is told of a resource. */
export interface HookSubject {
  readonly urn: string
  readonly id: string
  readonly name: string
  readonly type: string
  readonly newInputs?: ValueMap
  readonly oldInputs?: ValueMap
  readonly newOutputs?: ValueMap
  readonly oldOutputs?: ValueMap
  /** The whole of it as it will be recorded, and as it is: what the program has said of it besides. */
  readonly newSpec?: ValueMap
  readonly oldSpec?: ValueMap
}

/** Names of hooks, by the moment at which they are called: `before_create`, `on_error`. */
export type HookNames = Readonly<Record<string, readonly string[]>>

/** The hooks that a resource was last given: they are told when it goes. */
export function hookNamesIn({ hooks }: ValueMap): HookNames {
  return isMap(hooks) ? (hooks as HookNames) : {}
}

/** Calls the hooks of a program. */
export interface HookCaller {
  /** Fails when the hook does. `false`: the program that runs, if any, has no such hook. */
  call(name: string, subject: HookSubject): Promise<boolean>
  /** Whether what has failed is to be tried again. */
  callOnError(name: string, subject: HookSubject, failed: HookMoment, errors: readonly string[]): Promise<boolean>
  /** Something was done, and a hook that is called then has failed: people are told, and the run does not end well. */
  failedAfter(text: string): void
}

/** Something that is done to a resource, and who wants to know. */
interface Hooked<T> {
  /** `undefined`: no program runs. */
  readonly caller: HookCaller | undefined
  readonly names: HookNames
  readonly moment: HookMoment
  readonly subject: HookSubject
  readonly work: () => Promise<T>
  /** Additional facts for hooks that are called afterwards. */
  readonly outputsOf: (result: T) => Pick<HookSubject, 'id' | 'newOutputs'>
  /** Takes those that come after it, where they are not to be called at once. */
  readonly later?: ((after: () => Promise<void>) => void) | undefined
}

/** Where a program listened there is nobody any more, or somebody else. */
const unreachable = 'host/foreign-port'

/** As often as the hooks of a program may have something tried again. */
const mostAttempts = 100

/** Does something to a resource, with the program's hooks around it: one before that fails keeps it from being done. */
export async function withHooks<T>(hooked: Hooked<T>): Promise<T> {
  const { caller, names, moment, subject, work, outputsOf, later } = hooked
  if (caller === undefined || Object.keys(names).length === 0) return await work()
  await callBefore(caller, names, moment, subject)
  const result = await tried(caller, names['on_error'] ?? [], hooked)
  const after = (): Promise<void> => callAfter(caller, names, moment, { ...subject, ...outputsOf(result) })
  if (later === undefined) await after()
  else later(after)
  return result
}

/** Fails with `programs/hook-failed` when one of them does: then nothing may be done. */
export async function callBefore(
  caller: HookCaller,
  names: HookNames,
  moment: HookMoment,
  subject: HookSubject,
): Promise<void> {
  for (const name of names[`before_${moment}`] ?? []) {
    try {
      await called(caller, name, subject)
    } catch (error) {
      const isMissing = error instanceof Failure && error.hint !== undefined
      throw new Failure('programs/hook-failed', `the hook ${name} of ${subject.name} has failed: ${messageOf(error)}`, {
        hint: `nothing was done to the resource${isMissing ? `; ${error.hint}` : ''}`,
        cause: error,
      })
    }
  }
}

export async function callAfter(
  caller: HookCaller,
  names: HookNames,
  moment: HookMoment,
  subject: HookSubject,
): Promise<void> {
  for (const name of names[`after_${moment}`] ?? []) {
    try {
      await called(caller, name, subject)
    } catch (error) {
      const hook = `the hook ${name} of ${subject.name}`
      const cause = error instanceof Failure ? error.cause : undefined
      const isGone = cause instanceof Failure && cause.code === unreachable
      caller.failedAfter(
        isGone
          ? `${hook} was not called, and will not be: the program had ended before (${cause.message})`
          : `${hook} failed, after the step was done: ${messageOf(error)}`,
      )
    }
  }
}

async function called(caller: HookCaller, name: string, subject: HookSubject): Promise<void> {
  if (await caller.call(name, subject)) return
  throw new Failure('programs/hook-failed', 'the program that runs has no such hook', {
    hint: 'keep a hook of that name in the program until the resource is gone',
  })
}

async function tried<T>(
  caller: HookCaller,
  onError: readonly string[],
  { moment, subject, work }: Hooked<T>,
): Promise<T> {
  const errors: string[] = []
  for (;;) {
    try {
      return await work()
    } catch (error) {
      errors.unshift(toldAsByPulumi(error))
      // Of what may have been done nobody tries it again blindly.
      const isOpen = error instanceof PluginFailure && error.inDoubt
      if (onError.length === 0 || isOpen || errors.length >= mostAttempts) throw error
      let isTriedAgain = false
      for (const name of onError) if (await caller.callOnError(name, subject, moment, errors)) isTriedAgain = true
      if (!isTriedAgain) throw error
    }
  }
}
