import type { Clock, PlannedCheck } from '@slipway/engine'
import { isSecret, messageOf } from '@slipway/model'
import type { CallPlace } from '../call-place.ts'
import { type Captured, capture, settled } from '../captured.ts'
import { unknownIn } from '../output.ts'

/** A check of a program, and its outcome. */
export interface ToldCheckOutcome extends Pick<PlannedCheck, 'outcome' | 'message' | 'until'> {
  readonly name: string
  readonly place: CallPlace | undefined
}

interface Around {
  readonly clock: Pick<Clock, 'sleep'>
  /** Aborting this signal ends all waiting. */
  readonly stop: AbortSignal
}

interface Declared {
  readonly name: string
  /** The condition. A function is called after the steps, and its reads happen then. */
  readonly condition: Captured | (() => unknown)
  readonly message: Captured
  readonly place: CallPlace | undefined
}

type Verdict = Pick<ToldCheckOutcome, 'outcome' | 'message' | 'until'>

/** The checks of a program on the final result. A failed check is a warning. */
export class Checks {
  readonly #all = new Map<string, Declared>()

  /** Adds a check. @throws TypeError for an invalid condition, and for a duplicate name */
  add(name: string, condition: unknown, message: unknown, place: CallPlace | undefined): void {
    if (typeof name !== 'string' || name === '')
      throw new TypeError(
        'a check has a name and a condition: stack.check("page", page.out.size.map((size) => size > 0))',
      )
    if (this.#all.has(name)) throw new TypeError(`there is already a check ${name}: each check needs its own name`)
    const isCalled = typeof condition === 'function'
    this.#all.set(name, {
      name,
      place,
      condition: isCalled ? (condition as () => unknown) : capture(condition, `the condition of the check ${name}`),
      message: capture(message ?? '', `the message of the check ${name}`),
    })
  }

  /**
   * Returns the outcomes of the checks. @param deadlineMs the time limit for all checks. Absent: functions are not called yet and their outcomes
   * stay open
   */
  async outcomes({ clock, stop }: Around, deadlineMs?: number) {
    const over = new AbortController()
    const late = clock.sleep(deadlineMs ?? 0, AbortSignal.any([over.signal, stop])).then(
      (): Verdict => ({
        outcome: 'unmet',
        message: `it had no outcome within ${(deadlineMs ?? 0) / 1000} s (checks.deadlineMs)`,
      }),
      (): Verdict => ({ outcome: 'open', until: 'the next run' }),
    )
    try {
      const all = Array.from(this.#all.values(), async (check): Promise<ToldCheckOutcome> => {
        const { name, place, condition } = check
        const isLeft = deadlineMs === undefined && typeof condition === 'function'
        const verdict: Verdict = isLeft
          ? { outcome: 'open', until: 'the end of the run' }
          : await (deadlineMs === undefined ? verdictOn(check) : Promise.race([verdictOn(check), late]))
        return { name, place, ...verdict }
      })
      return await Promise.all(all)
    } finally {
      over.abort()
    }
  }
}

/** Returns the verdict on a check. A check that cannot be evaluated is unmet, and its message says why. */
async function verdictOn(check: Declared): Promise<Verdict> {
  const { name, condition } = check
  try {
    const given =
      typeof condition === 'function' ? capture(await condition(), `the result of the check ${name}`) : condition
    const { value } = await settled(given)
    const missing = unknownIn(value)
    if (missing !== undefined) return { outcome: 'open', until: missing.until }
    const found = isSecret(value) ? value.value : value
    if (found === true) return { outcome: 'met' }
    if (found === false) return { outcome: 'unmet', message: await messageOfCheck(check) }
    return await unevaluated(check, 'its condition must be true or false: compare something with ===, < or >')
  } catch (thrown) {
    return await unevaluated(check, messageOf(thrown))
  }
}

async function unevaluated(check: Declared, why: string): Promise<Verdict> {
  const message = await messageOfCheck(check).catch(() => withoutMessage(check))
  return { outcome: 'unmet', message: `${message} (${why})` }
}

async function messageOfCheck(check: Declared): Promise<string> {
  const said = (await settled(check.message)).value
  return typeof said === 'string' && said !== '' ? said : withoutMessage(check)
}

function withoutMessage({ name }: Declared): string {
  return `the check ${name} does not hold`
}
