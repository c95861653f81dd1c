import { httpSource } from './http.ts'
import { pathSource } from './path.ts'
import type { Source } from './source.ts'

/** In the order in which they are asked whether they serve a descriptor. */
export function createSources(): readonly Source[] {
  return [pathSource, httpSource]
}
