import { didYouMean } from '@slipway/source'
import { childrenAround } from '../../language/child-name.ts'
import { fewOf } from '../../language/few-of.ts'

/** What a user may have meant by an unknown name: the nearest name of a resource or a child, or else the resources that there are. */
export function namesLike(written: string, known: ReadonlySet<string>): string {
  if (known.size === 0) return 'there are no resources at all'
  const names = [...known]
  const children = new Set(names.flatMap((name) => [...childrenAround(name)]))
  return didYouMean(written, [...names, ...children]) ?? `there are: ${fewOf(names, 20)}`
}
