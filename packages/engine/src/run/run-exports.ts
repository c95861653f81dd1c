import { containsUnknown, Failure, type ValueMap, valueMap } from '@slipway/model'
import { evaluate } from '../evaluate/evaluate.ts'
import type { RunSession } from './run-session.ts'

export interface ExportsFound {
  /** Those that are known. */
  readonly exports: ValueMap
  /** Why others have no value, where no failed step explains it. */
  readonly reasons: readonly string[]
}

/** The exports of an instance at the end of a run. After a destroy only those of what is left. */
export async function runExports(session: RunSession): Promise<ExportsFound> {
  if (session.operation === 'destroy') {
    return { exports: session.size === 0 ? valueMap() : session.recordedExports(), reasons: [] }
  }
  const exports = valueMap()
  const reasons: string[] = []
  for (const [name, { expression }] of session.blueprint?.exports ?? []) {
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
