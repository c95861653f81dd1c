import { PluginFailure } from '@slipway/model'

/** The result of one check. */
export interface CheckResult {
  /** `registers`, `local/file: is found again` */
  readonly name: string
  readonly ok: boolean
  /** The observation, in a sentence. */
  readonly detail: string
  /** `must`: the plugin does not work without it. `should`: the plugin works, but not as well as it could. */
  readonly level: 'must' | 'should'
  readonly durationMs: number
}

export interface PluginReport {
  /** The file that was run. */
  readonly file: string
  /** The plugin's registration; absent if it did not register. */
  readonly plugin?: Introduction
  /** True when every `must` is fulfilled. */
  readonly ok: boolean
  readonly checks: readonly CheckResult[]
}

/** The id and version that a plugin gives for itself. */
export interface Introduction {
  readonly id: string
  readonly kind: 'provider' | 'transformer'
  readonly version: string
}

export interface Check<Subject> {
  readonly name: string
  readonly level?: 'must' | 'should'
  /** True if the check is made even after a signal, because it cleans up. */
  readonly isAlways?: true
  /**
   * Returns a description of the result.
   * @throws when the plugin does not do its duty
   */
  run(subject: Subject): Promise<string> | string
}

/** An expectation that was not met. */
export class Unmet extends Error {}

export function expect(met: boolean, otherwise: string): asserts met {
  if (!met) throw new Unmet(otherwise)
}

/** Makes one check. A failure becomes a result. */
export async function make<Subject>(check: Check<Subject>, subject: Subject): Promise<CheckResult> {
  const { name, level = 'must' } = check
  const begun = performance.now()
  const result = (ok: boolean, detail: string): CheckResult => ({
    name,
    ok,
    detail,
    level,
    durationMs: performance.now() - begun,
  })
  try {
    return result(true, await check.run(subject))
  } catch (thrown) {
    return result(false, textOf(thrown))
  }
}

function textOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const { message } = thrown
  const reasons: readonly unknown[] = 'reasons' in thrown && Array.isArray(thrown.reasons) ? thrown.reasons : []
  const more = reasons.filter((reason) => !message.includes(String(reason)))
  const hint = 'hint' in thrown && typeof thrown.hint === 'string' ? [`hint: ${thrown.hint}`] : []
  return [message, ...more, ...hint, ...aboutLimits(thrown)].join('; ')
}

const limitWords = /rate.?limit|too many requests|throttl|\b429\b|slow ?down|quota exceeded|requestlimitexceeded/i

/** Whether a service complains about too many requests. */
export function isRateLimit(failure: PluginFailure): boolean {
  return limitWords.test([failure.message, ...failure.reasons].join('\n'))
}

function aboutLimits(thrown: Error): readonly string[] {
  if (!(thrown instanceof PluginFailure) || !isRateLimit(thrown)) return []
  return thrown.pluginErrorCode === 'TRANSIENT'
    ? [
        'the service limits how often it is asked, and the plugin says so as it should: test it again later, or with fewer exercises',
      ]
    : [
        `this is a limit of the service, and the plugin says ${thrown.pluginErrorCode}: say TRANSIENT, and the engine waits and calls again`,
      ]
}
