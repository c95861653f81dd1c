import type { ListedThings, ListRequest } from '@slipway/model'
import { structToWire, type Understood } from '../../convert/struct.ts'
import { ResourceProvider as Methods } from '../../gen/provider.ts'
import type { PulumiCallOptions, PulumiCalls } from './calls.ts'

/** The most pages that are read: plugins may send empty pages. */
const mostPages = 10_000

/** Returns the resources of a type that a plugin lists, page by page until there are no more or there are enough. */
export async function listed(
  calls: PulumiCalls,
  { type, query, limit }: Omit<ListRequest, 'context'>,
  understood: Understood,
  options: PulumiCallOptions,
): Promise<ListedThings> {
  const things: ListedThings['things'][number][] = []
  const asked = new Set<string>()
  for (let continuationToken = ''; ;) {
    if (asked.has(continuationToken) || asked.size === mostPages)
      throw calls.refusal([`its list of ${type} has no end: it begins again after ${asked.size} pages`], options)
    asked.add(continuationToken)
    const request = calls.prepared(options, () => ({
      token: type,
      query: structToWire(query, understood),
      limit: limit - things.length,
      continuationToken,
    }))
    let next = ''
    for await (const { computed, result, continuation } of calls.stream(Methods.List, request, options)) {
      if (computed !== undefined) throw calls.refusal([`it cannot list ${type} yet`], options)
      if (continuation !== undefined) next = continuation.continuationToken
      if (result === undefined) continue
      things.push({ id: result.id, name: result.name })
      if (things.length >= limit) return { things, isCut: true }
    }
    if (next === '') return { things, isCut: false }
    continuationToken = next
  }
}
