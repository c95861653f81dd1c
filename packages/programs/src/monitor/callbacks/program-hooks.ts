import { Failure, type ValueMap } from '@slipway/model'
import { monitor, programToWire } from '@slipway/protocol/pulumi'
import type { HookCaller, HookMoment, HookSubject } from '../../providers/hooks.ts'
import { optionsToWire } from '../../providers/recorded-options.ts'
import type { Callback, Callbacks } from './callbacks.ts'
import type { ProgramMessage } from '../deployment.ts'

const { ErrorHookRequest, ErrorHookResponse, ResourceHookRequest, ResourceHookResponse } = monitor

interface Hook {
  readonly callback: Callback
  /** Also call it in a dry run. */
  readonly onDryRun: boolean
  readonly ignoreErrors: boolean
}

/** The hooks that a program has, by name. */
export class ProgramHooks implements HookCaller {
  readonly #callbacks: Callbacks
  readonly #dryRun: boolean
  readonly #tell: (message: ProgramMessage) => void
  readonly #hooks = new Map<string, Hook>()
  readonly #onError = new Map<string, Callback>()
  readonly #failures: string[] = []

  constructor(callbacks: Callbacks, dryRun: boolean, tell: (message: ProgramMessage) => void) {
    this.#callbacks = callbacks
    this.#dryRun = dryRun
    this.#tell = tell
  }

  /** The failures of hooks called after completed work. */
  get failures(): readonly string[] {
    return this.#failures
  }

  add({ name, callback, onDryRun, ignoreErrors }: monitor.RegisterResourceHookRequest): void {
    this.#assertNew(name)
    if (callback !== undefined) this.#hooks.set(name, { callback, onDryRun, ignoreErrors })
  }

  addOnError({ name, callback }: monitor.RegisterErrorHookRequest): void {
    this.#assertNew(name)
    if (callback !== undefined) this.#onError.set(name, callback)
  }

  async call(name: string, subject: HookSubject): Promise<boolean> {
    const hook = this.#hooks.get(name)
    if (hook === undefined) return false
    if (this.#dryRun && !hook.onDryRun) return true
    const struct = structFor(hook.callback)
    const request = {
      ...about(subject, struct),
      newOutputs: struct(subject.newOutputs),
      oldOutputs: struct(subject.oldOutputs),
    }
    try {
      const what = `the hook ${name} did not answer`
      const asked = [ResourceHookRequest, request] as const
      const { error } = await this.#callbacks.call(hook.callback, asked, ResourceHookResponse, what)
      if (error !== '') throw new Failure('programs/hook-failed', error)
    } catch (error) {
      if (!hook.ignoreErrors || !(error instanceof Failure)) throw error
      const text = `the hook ${name} of ${subject.name} failed, but is allowed to: ${error.message}`
      this.#tell({ level: 'warning', text })
    }
    return true
  }

  async callOnError(
    name: string,
    subject: HookSubject,
    failedOperation: HookMoment,
    errors: readonly string[],
  ): Promise<boolean> {
    const callback = this.#onError.get(name)
    if (callback === undefined)
      throw new Failure('programs/hook-failed', `the program that runs has no error hook ${name}`)
    const struct = structFor(callback)
    const request = {
      ...about(subject, struct),
      oldOutputs: struct(subject.oldOutputs),
      failedOperation,
      errors: [...errors],
    }
    const what = `the error hook ${name} did not answer`
    const answer = await this.#callbacks.call(callback, [ErrorHookRequest, request], ErrorHookResponse, what)
    if (answer.error !== '') throw new Failure('programs/hook-failed', answer.error)
    return answer.retry
  }

  failedAfter(text: string): void {
    this.#failures.push(text)
    this.#tell({ level: 'error', text })
  }

  #assertNew(name: string): void {
    if (this.#hooks.has(name) || this.#onError.has(name))
      throw new TypeError(`resource hook already registered for name "${name}"`)
  }
}

type ToStruct = ReturnType<typeof structFor>

function about({ urn, id, name, type, newInputs, oldInputs, newSpec, oldSpec }: HookSubject, struct: ToStruct) {
  return {
    urn,
    id,
    name,
    type,
    newInputs: struct(newInputs),
    oldInputs: struct(oldInputs),
    newOptions: newSpec && optionsToWire(newSpec),
    oldOptions: oldSpec && optionsToWire(oldSpec),
  }
}

/** Values as a function of the program understands them. */
function structFor({ acceptsByteString: bytes }: Callback) {
  return (map: ValueMap | undefined) => map && programToWire(map, { secrets: true, resources: true, bytes })
}
