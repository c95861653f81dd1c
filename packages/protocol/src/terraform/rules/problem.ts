import { CtyDynamic, type CtyValue, isCtyList, isCtyMap, isCtyUnknown } from '../cty/value.ts'
import { CtyNumber } from '../cty/number.ts'
import type { CtyPath, CtyStep } from '../cty/path.ts'

/** A rule that an answer of a provider breaks. This is a mistake of the provider, whose authors read the message. */
export interface Problem {
  readonly path: CtyPath
  readonly message: string
}

export function problem(path: CtyPath, message: string): readonly Problem[] {
  return [{ path, message }]
}

export const noProblem: readonly Problem[] = []

export function below(path: CtyPath, step: CtyStep): CtyPath {
  return [...path, step]
}

const mostShown = 80

/** Returns a shortened value for messages. */
export function shown(value: CtyValue): string {
  const text = JSON.stringify(plain(value)) ?? ''
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

function plain(value: CtyValue): unknown {
  if (isCtyUnknown(value)) return '(unknown)'
  if (value instanceof CtyDynamic) return plain(value.value)
  if (value instanceof CtyNumber) return value.approximate
  if (isCtyList(value)) return value.map(plain)
  if (isCtyMap(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
  return value
}
