import { containsUnknown, Failure, type ValueMap, valueMap } from '@slipway/model'
import { evaluate } from '../evaluate/evaluate.ts'
import type { Session } from './session.ts'

export interface ExportsFound {
  /** Those that are known. */
  readonly exports: ValueMap
  /** Why others have no value, where no failed step explains it. */
  readonly reasons: readonly string[]
}

/** What an instance exports at the end of a run. After a destroy: what is left of it, which is nothing when all is gone. */
export async function runExports(session: Session): Promise<ExportsFound> {
  const { plan, blueprint, gathered } = session.parts
  if (plan.operation === 'destroy') {
    const recorded = gathered.state?.instance.exports ?? valueMap()
    return { exports: session.size === 0 ? valueMap() : recorded, reasons: [] }
  }
  const exports = valueMap()
  const reasons: string[] = []
  for (const [name, { expression }] of blueprint?.exports ?? []) {
    try {
      const value = await session.resolve((scope) => evaluate(expression, scope))
      if (!containsUnknown(value)) exports[name] = value
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      reasons.push(`export ${name}: ${thrown.message}`)
    }
  }
  return { exports, reasons }
}
