/** How a plugin did in one check. */
export interface CheckResult {
  /** `registers`, `local/file: is found again` */
  readonly name: string
  readonly ok: boolean
  /** The observation, in a sentence. */
  readonly detail: string
  /** `must`: the plugin does not work without. `should`: it works, less well than it could. */
  readonly level: 'must' | 'should'
  readonly durationMs: number
}

export interface PluginReport {
  /** The file that was run. */
  readonly file: string
  /** The plugin's registration; absent when it did not register. */
  readonly plugin?: Introduction
  /** True when every `must` is fulfilled. */
  readonly ok: boolean
  readonly checks: readonly CheckResult[]
}

/** A plugin's id and version, by its own account. */
export interface Introduction {
  readonly id: string
  readonly kind: 'provider' | 'transformer'
  readonly version: string
}

export interface Check<Subject> {
  readonly name: string
  readonly level?: 'must' | 'should'
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

/** Makes one check; a check never fails, it says so. */
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
  return [message, ...more, ...hint].join('; ')
}
