import { Failure, isMap, messageOf, PluginFailure, type ValueMap } from '@slipway/model'
import { toldAsByPulumi } from '@slipway/protocol/pulumi'

/** The events of a resource, in hooks' terms. */
export type HookMoment = 'create' | 'update' | 'delete'

/** The facts about a resource for a hook. */
export interface HookSubject {
  readonly urn: string
  readonly id: string
  readonly name: string
  readonly type: string
  readonly newInputs?: ValueMap
  readonly oldInputs?: ValueMap
  readonly newOutputs?: ValueMap
  readonly oldOutputs?: ValueMap
  /** The whole new and old specs, with the program's further options. */
  readonly newSpec?: ValueMap
  readonly oldSpec?: ValueMap
}

/** Names of hooks by the moment at which they are called: `before_create`, `on_error`. */
export type HookNames = Readonly<Record<string, readonly string[]>>

/** The recorded hooks of a resource, which are called when it is destroyed. */
export function hookNamesIn({ hooks }: ValueMap): HookNames {
  return isMap(hooks) ? (hooks as HookNames) : {}
}

/** Calls the hooks of a program. */
export interface HookCaller {
  /** Calls a hook. Fails if the hook fails. `false`: no running program has such a hook. */
  call(name: string, subject: HookSubject): Promise<boolean>
  /** Calls an error hook. Returns true to retry the failed work. */
  callOnError(name: string, subject: HookSubject, failed: HookMoment, errors: readonly string[]): Promise<boolean>
  /** Reports the failure of a hook after completed work. The run then fails. */
  failedAfter(text: string): void
}

/** Work on a resource, and the hooks around it. */
interface Hooked<T> {
  /** `undefined` without a running program. */
  readonly caller: HookCaller | undefined
  readonly names: HookNames
  readonly moment: HookMoment
  readonly subject: HookSubject
  readonly work: () => Promise<T>
  /** Additional facts for hooks that are called afterwards. */
  readonly outputsOf: (result: T) => Pick<HookSubject, 'id' | 'newOutputs'>
  /** Receives the hooks for afterwards, if they must not be called at once. */
  readonly later?: ((after: () => Promise<void>) => void) | undefined
}

/** The program no longer listens at its port, or another process does. */
const unreachable = 'host/foreign-port'

/** Maximum number of attempts, however often a program's hooks ask for a retry. */
const mostAttempts = 100

/** Does work on a resource with the program's hooks around it. A failed hook before the work prevents the work. */
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

/** Calls the hooks before the work. If one fails, fails with `programs/hook-failed`, and the work must not be done. */
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
          ? `${hook} was not called, and will not be: the program had already ended (${cause.message})`
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
      // Never blindly retry work that may have taken effect.
      const isOpen = error instanceof PluginFailure && error.inDoubt
      if (onError.length === 0 || isOpen || errors.length >= mostAttempts) throw error
      let isTriedAgain = false
      for (const name of onError) if (await caller.callOnError(name, subject, moment, errors)) isTriedAgain = true
      if (!isTriedAgain) throw error
    }
  }
}
