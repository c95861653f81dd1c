import { type CallControl, containsUnknown, PluginFailure, type ValueMap, valueMap } from '@slipway/model'
import { structFromWire, structToWire, type Understood } from '../../convert/struct.ts'
import { type CheckFailure, type DiffResponse, ResourceProvider as Methods } from '../../gen/provider.ts'
import type { PulumiCallOptions, PulumiCalls } from '../calls/calls.ts'
import { type Change, changed } from './change.ts'
import { findsChange, replacedBy } from './replaced-by.ts'
import { about, type Named } from '../resource/resource.ts'

export interface ToCheck {
  readonly news: ValueMap
  /** The present properties; absent for a resource that does not exist yet. */
  readonly olds?: ValueMap
  readonly understood: Understood
}

/** A plugin's verdict on inputs. */
export interface Checked {
  readonly failures: readonly CheckFailure[]
  /** The inputs as the plugin corrects them, with its defaults. */
  readonly inputs: ValueMap
}

/** A plugin's verdict on a change. */
export interface Compared {
  /** Names and paths of properties that cannot change in place. */
  readonly replaces: readonly string[]
  /** The changes that the plugin names; `undefined` when there are none. */
  readonly differs: readonly string[] | undefined
  /** Names of inputs with which the resource was made and which it no longer has, not even by a default. */
  readonly removed: readonly string[]
  readonly destroyFirst: boolean
}

export interface ChecksOptions {
  /** Id of the plugin's present launch. */
  readonly launch: () => string
  /** Time limit of each call, in milliseconds. */
  readonly deadlineMs: number
}

/** The calls that change nothing: the plugin checks inputs and compares a change. */
export class Checks {
  readonly #calls: PulumiCalls
  readonly #options: ChecksOptions

  constructor(calls: PulumiCalls, options: ChecksOptions) {
    this.#calls = calls
    this.#options = options
  }

  async check(
    request: Named,
    { news, olds = valueMap(), understood }: ToCheck,
    control?: CallControl,
  ): Promise<Checked> {
    const options = this.#asking('provider.Check', control)
    const named = about(request)
    const until = containsUnknown(news) ? `resources.${request.resourceName}.spec` : undefined
    const sent = this.#calls.prepared(options, () => ({
      ...named,
      olds: structToWire(olds, understood),
      news: structToWire(news, withUnknowns(understood, until)),
      // The seed makes a plugin generate the same names when a call is repeated, and other names for another resource.
      randomSeed: Buffer.from(request.resourceId || `${this.#options.launch()} ${named.urn}`),
    }))
    const asked = this.#calls.call(Methods.Check, sent, options)
    const answer = until === undefined ? await asked : await asked.catch(ifAnswered)
    if (answer === undefined) return { failures: [], inputs: news }
    const inputs = this.#calls.understood(options, () => structFromWire(answer.inputs, until))
    return { failures: answer.failures, inputs }
  }

  async diff(request: Named, change: Omit<Change, 'spec' | 'schema'>, control?: CallControl): Promise<Compared> {
    const options = this.#asking('provider.Diff', control)
    const { inputs, olds, understood } = change
    const until = containsUnknown(inputs) ? request.resourceName : undefined
    const sent = this.#calls.prepared(options, () =>
      changed(request, { ...change, understood: withUnknowns(understood, until) }),
    )
    const asked = this.#calls.call(Methods.Diff, sent, options)
    const answer = until === undefined ? await asked : await asked.catch(ifAnswered)
    if (answer === undefined) return { replaces: [], differs: [], removed: [], destroyFirst: false }
    const destroyFirst = answer.deleteBeforeReplace
    if (!findsChange(answer, olds, inputs)) return { replaces: [], differs: undefined, removed: [], destroyFirst }
    const removed = Object.keys(olds).filter((name) => (inputs[name] ?? null) === null)
    return { replaces: replacedBy(answer), differs: pathsIn(answer), removed, destroyFirst }
  }

  #asking(method: string, control: CallControl | undefined): PulumiCallOptions {
    return { method, control, deadlineMs: this.#options.deadlineMs }
  }
}

/** Ignores a failure about unknowns: a plugin that cannot handle unknowns is asked again once the values are known. */
function ifAnswered(error: unknown): undefined {
  const isAnswered =
    error instanceof PluginFailure && ['protocol/plugin-error', 'protocol/unimplemented'].includes(error.code)
  if (!isAnswered) throw error
}

function pathsIn({ diffs, detailedDiff, hasDetailedDiff }: DiffResponse): readonly string[] {
  return hasDetailedDiff ? Object.keys(detailedDiff) : diffs
}

function withUnknowns(understood: Understood, until: string | undefined): Understood {
  return until === undefined ? understood : { ...understood, unknowns: true }
}
