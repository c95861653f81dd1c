import type { CallUnderWay } from '@slipway/model'
import type { SaidOfCall } from '@slipway/protocol'
import type { Caller, CallingPlugin } from './caller.ts'
import { OpenCall } from './open-call.ts'
import { chainOf, refuseRing } from './call-ring.ts'
import { CallSubject } from './subject.ts'

export interface Beginning {
  /** The call of another plugin, or of this one, in which it is made. */
  readonly within: CallUnderWay | undefined
  /**
   * True for plugins that stop sending a tag when its call is over. Few tags make few different headers, and the plugin reads each header
   * once.
   */
  readonly isTagReused: boolean
}

/** The calls that one launch of a plugin is at. The plugin asks for things in one of them, and in no other. */
export class CallsUnderWay {
  readonly #plugin: CallingPlugin
  readonly #open = new Map<string, OpenCall>()
  /** Tags of finished calls, for reuse. */
  readonly #freed: string[] = []
  #begun = 0

  constructor(plugin: CallingPlugin) {
    this.#plugin = plugin
  }

  /**
   * @throws RpcFailure `host/call-ring`, `host/calls-too-deep`: it would never end
   */
  begin(method: string, request: unknown, { within, isTagReused }: Beginning): OpenCall {
    const subject = new CallSubject(method, request)
    const tag = (isTagReused ? this.#freed.pop() : undefined) ?? this.#newTag()
    const call = new OpenCall(tag, this.#plugin, subject, within)
    refuseRing(call)
    this.#open.set(tag, call)
    return call
  }

  /** @param isTagReused false if the plugin may still send the tag */
  end(call: OpenCall, isTagReused: boolean): void {
    this.#open.delete(call.tag)
    if (isTagReused) this.#freed.push(call.tag)
    call.end()
  }

  #newTag(): string {
    return String(++this.#begun)
  }

  /**
   * The caller. Our SDK names the call; others hand on the stack of a function call, or name a link. If a plugin names nothing, its only
   * open call is meant. A call that is not open names nothing.
   */
  caller(said: SaidOfCall): Caller {
    const all = [...this.#open.values()]
    const named = said.tag === undefined ? undefined : this.#open.get(said.tag)
    const ofLink = said.linkId === undefined ? [] : all.filter(({ subject }) => subject.linkId === said.linkId)
    const candidates = named !== undefined ? [named] : ofLink.length > 0 ? ofLink : all
    const [only] = candidates
    return {
      plugin: this.#plugin,
      call: candidates.length === 1 ? only : deepest(candidates),
      key: candidates.map(({ tag }) => tag).join(),
      ended: allEnded(candidates),
    }
  }
}

/**
 * For a caller that may be any of several calls: a ring through one of them shows by its depth. No call in the chain may count as a
 * repetition.
 */
function deepest(calls: readonly OpenCall[]): CallUnderWay | undefined {
  const [found] = calls.toSorted((a, b) => chainOf(b).length - chainOf(a).length)
  return found?.within === undefined ? undefined : unlikeAny(found)
}

function unlikeAny({ pluginId, title, within }: CallUnderWay): CallUnderWay {
  return { pluginId, title, ...(within !== undefined && { within: unlikeAny(within) }) }
}

/** With no open call, the request belongs to nothing, and only the caller ends it. */
function allEnded(calls: readonly OpenCall[]): AbortSignal {
  const [first, ...others] = calls
  if (first === undefined) return new AbortController().signal
  if (others.length === 0) return first.ended
  const all = new AbortController()
  let left = calls.length
  for (const { ended } of calls) {
    ended.addEventListener('abort', () => {
      if (--left === 0) all.abort()
    })
  }
  return all.signal
}
