import type { Providers } from '../providers/providers.ts'
import { identityScope } from '../spec/identity.ts'
import { oldKey, type PlanStep } from './plan.ts'
import { byWhatTheyRead } from './users-first.ts'

export interface ReadersFirst {
  /** By key of a step that makes something: the keys of the removals that make room for it. */
  readonly taken: ReadonlyMap<string, readonly string[]>
  /** By key of a removal: the keys of those that come before it. */
  readonly before: ReadonlyMap<string, readonly string[]>
}

/**
 * Finds what must be destroyed before something else can make room: a directory cannot become a file as long as its own files are in it. These
 * are the resources that nobody wants any more and that read what makes room, in the same scope (`identity`). They make room as well, unless
 * something that stays, or is replaced, still reads them. Resources of other scopes are elsewhere, and go last as always: a process that
 * reads a file is not in its way.
 *
 * @param taken by key of a step that makes something: the keys of the removals that free its slot
 */
export function readersFirst(
  steps: readonly PlanStep[],
  taken: ReadonlyMap<string, readonly string[]>,
  providers: Providers,
): ReadersFirst {
  const room = makingRoom(steps, taken)
  if (room.size === 0) return { taken, before: new Map() }
  const readers = byWhatTheyRead(steps)
  const scopeOf = (type: string): string | undefined => identityScope(providers.type(type))
  const all = new Map<string, readonly string[]>(taken)
  const before = new Map<string, readonly string[]>()
  for (const [id, { maker, key, type }] of room) {
    const scope = scopeOf(type)
    if (scope === undefined) continue
    const free = new Set([...(taken.get(maker) ?? []), key])
    const mayGo = (step: PlanStep): boolean =>
      isJustRemoved(step) && !free.has(step.key) && scopeOf(step.type) === scope
    const going = goingReaders(id, readers, mayGo)
    const keysOf = (read: string): readonly string[] =>
      (readers.get(read) ?? []).filter(({ current }) => going.has(current?.id ?? '')).map((step) => step.key)
    addTo(
      all,
      maker,
      Array.from(going.values(), (step) => step.key),
    )
    addTo(before, key, keysOf(id))
    for (const [read, step] of going) addTo(before, step.key, keysOf(read))
  }
  return { taken: all, before }
}

function addTo(known: Map<string, readonly string[]>, key: string, more: readonly string[]): void {
  if (more.length > 0) known.set(key, [...new Set([...(known.get(key) ?? []), ...more])])
}

/** By id of what makes room: its type, the key of its removal, and of the step that makes something in its place. */
function makingRoom(
  steps: readonly PlanStep[],
  taken: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, { readonly maker: string; readonly key: string; readonly type: string }> {
  const makers = new Map(Array.from(taken).flatMap(([maker, keys]) => keys.map((key) => [key, maker] as const)))
  return new Map(
    steps.flatMap(({ action, key, current, destroyFirst, blocked, goesWith }) => {
      if (current === undefined || blocked !== undefined || goesWith !== undefined) return []
      const isFirst = action === 'replace' && destroyFirst === true
      const removal = isFirst ? oldKey(key) : key
      const maker = isFirst ? key : makers.get(key)
      return maker === undefined ? [] : [[current.id, { maker, key: removal, type: current.type }] as const]
    }),
  )
}

/** By id: the steps that destroy what reads something, from afar too, and is itself read by nothing that stays. */
function goingReaders(
  id: string,
  readers: ReadonlyMap<string, readonly PlanStep[]>,
  mayGo: (step: PlanStep) => boolean,
): Map<string, PlanStep> {
  const going = new Map<string, PlanStep>()
  const read = new Set([id])
  for (const each of read) {
    for (const step of readers.get(each) ?? []) {
      if (step.current === undefined || !mayGo(step)) continue
      going.set(step.current.id, step)
      read.add(step.current.id)
    }
  }
  const isReadByOthers = (each: string): boolean =>
    (readers.get(each) ?? []).some((step) => !going.has(step.current?.id ?? '') && !isJustRemoved(step))
  let size: number
  // Whoever is left out may be one that reads others.
  do {
    size = going.size
    for (const each of going.keys()) if (isReadByOthers(each)) going.delete(each)
  } while (going.size < size)
  return going
}

function isJustRemoved({ action, blocked, goesWith, oldStays, destroyFirst }: PlanStep): boolean {
  return (
    action === 'delete' &&
    blocked === undefined &&
    goesWith === undefined &&
    oldStays === undefined &&
    destroyFirst !== true
  )
}
