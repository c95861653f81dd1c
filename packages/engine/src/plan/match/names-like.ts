import { didYouMean } from '@slipway/source'
import { childrenAround } from '../../language/child-name.ts'
import { fewOf } from '../../language/few-of.ts'

/** The hint for an unknown name: the nearest name of a resource or a child, or else all resources. */
export function namesLike(written: string, known: ReadonlySet<string>): string {
  if (known.size === 0) return 'there are no resources at all'
  const names = [...known]
  const children = new Set(names.flatMap((name) => [...childrenAround(name)]))
  return didYouMean(written, [...names, ...children]) ?? `there are: ${fewOf(names, 20)}`
}
