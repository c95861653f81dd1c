import { type Dependency, isDependency, isTarget } from '../dependency.ts'
import { isPlugin, type Plugin } from '../plugin.ts'
import type { LookupProblem } from './problem.ts'
import { Capability, Hard } from '../plugin.ts'

/** The findings of one plugin's scan, in declared order. */
export interface Findings {
  plugin(plugin: Plugin, frame: Frame): void
  dependency(dependency: Dependency, frame: Frame): void
  problem(problem: LookupProblem): void
}

/**
 * A container that is being gone through. A chain of frames is a path: {@link pathTo} spells it. Frames are used again:
 * they mean something only while the scan is where it is.
 */
export interface Frame {
  container: object
  readonly parent: Frame | undefined
  /** Keys of an object or Map; an array or Set is gone through by index. */
  keys: readonly unknown[] | undefined
  values: readonly unknown[] | undefined
  /** The index of the element after the current one. */
  next: number
  /** True below a property `deps`: everything here is a declaration. */
  declared: boolean
  plugins: number
  /** How much the scan had found when it entered. */
  foundBefore: number
  /** True when the scan left out something below because it had been there already: the result does not describe the whole. */
  incomplete: boolean
  /** The index of the first element that is missing, -1 if none is. */
  missing: number
}

/**
 * Finds the dependencies of a plugin in its own properties and the containers in them.
 *
 * One scanner serves a whole lookup: plain data that many plugins share is scanned once. Uses no recursion. The time is linear in the
 * scanned data.
 */
export class Scanner {
  /** Containers without any plugin at any depth. More is looked into where dependencies are declared. */
  readonly #barren = { declared: new Set<object>(), other: new Set<object>() }
  readonly #frames: Frame[] = []

  scan(owner: Plugin, findings: Findings): void {
    let found = 0
    let depth = 0
    let entered: Set<object> | undefined
    let frame = this.#enter(0, { container: owner, keys: keysOf(owner) }, false, 0)
    for (;;) {
      const index = frame.next++
      if (index >= sizeOf(frame)) {
        if (frame.missing >= 0 && (frame.plugins > 0 || frame.declared)) reportMissing(owner, frame, findings)
        if (frame.parent === undefined) return
        this.#leave(frame, frame.parent, found)
        depth--
        frame = frame.parent
        continue
      }
      const value = elementOf(frame, index)
      if (typeof value !== 'object' || value === null) {
        if (value === null || value === undefined) noteMissing(frame, index, value)
      } else if (isPlugin(value)) {
        found++
        frame.plugins++
        findings.plugin(value, frame)
      } else if (isDependency(value) || value instanceof Capability) {
        found++
        if (isDependency(value) && !isTarget(value.target)) findings.problem(namesNothing(owner, frame, value.target))
        else report(value, frame, findings)
      } else if (!this.#isBarren(value, frame) && !(depth === 0 && frame.keys?.[index] === 'provides')) {
        const declared = frame.declared || (depth === 0 && frame.keys?.[index] === 'deps')
        const content = contentOf(value, declared)
        if (typeof content === 'string') findings.problem(unsupported(owner, frame, content))
        else if (content === undefined || sizeOf(content) === 0) continue
        else if (entered?.has(value) === true) frame.incomplete = true
        else {
          if (depth > 0) entered = (entered ?? new Set()).add(value)
          frame = this.#enter(++depth, content, declared, found)
        }
      }
    }
  }

  #enter(depth: number, { container, keys, values }: Content, declared: boolean, foundBefore: number): Frame {
    const frame = (this.#frames[depth] ??= blankFrame(this.#frames[depth - 1]))
    frame.container = container
    frame.keys = keys
    frame.values = values
    frame.next = 0
    frame.declared = declared
    frame.plugins = 0
    frame.foundBefore = foundBefore
    frame.incomplete = false
    frame.missing = -1
    return frame
  }

  #leave(frame: Frame, parent: Frame, found: number): void {
    if (frame.incomplete) parent.incomplete = true
    else if (frame.foundBefore === found) this.#barren[frame.declared ? 'declared' : 'other'].add(frame.container)
  }

  #isBarren(container: object, within: Frame): boolean {
    const { declared, other } = this.#barren
    return declared.size + other.size > 0 && (declared.has(container) || (!within.declared && other.has(container)))
  }
}

function blankFrame(parent: Frame | undefined): Frame {
  return {
    container: none,
    parent,
    keys: undefined,
    values: undefined,
    next: 0,
    declared: false,
    plugins: 0,
    foundBefore: 0,
    incomplete: false,
    missing: -1,
  }
}

const none: readonly unknown[] = []

function sizeOf({ keys, values }: Content): number {
  return (keys ?? values ?? none).length
}

function elementOf(frame: Frame, index: number): unknown {
  if (frame.values !== undefined) return frame.values[index]
  return (frame.container as Record<PropertyKey, unknown>)[frame.keys?.[index] as PropertyKey]
}

function report(value: Dependency | Capability<unknown>, frame: Frame, findings: Findings): void {
  const dependency = value instanceof Capability ? new Hard(value) : value
  if (dependency instanceof Hard && isPlugin(dependency.target)) findings.plugin(dependency.target, frame)
  else findings.dependency(dependency, frame)
}

interface Content {
  readonly container: object
  readonly keys?: readonly unknown[] | undefined
  readonly values?: readonly unknown[] | undefined
}

/**
 * The elements of a container. `undefined`: not to be looked into. A text: its kind, when dependencies are declared there but
 * nobody can look into it.
 */
function contentOf(container: object, declared: boolean): Content | string | undefined {
  if (Array.isArray(container)) return { container, values: container }
  if (container instanceof Set) return { container, values: [...container] }
  if (container instanceof Map) return mapContent(container)
  const prototype: unknown = Object.getPrototypeOf(container)
  if (prototype === Object.prototype || prototype === null) return { container, keys: keysOf(container) }
  return declared ? instanceContent(container) : undefined
}

const opaqueKinds = [Promise, WeakMap, WeakSet, WeakRef]

/**
 * Among declared dependencies also a class of declarations, `deps = new MyDeps()`, or a wrapper around plugins. Its
 * accessors are not called: it may be anything.
 */
function instanceContent(container: object): Content | string | undefined {
  const opaque = opaqueKinds.find((kind) => container instanceof kind)
  if (opaque !== undefined) return opaque.name
  if (ArrayBuffer.isView(container) || Object.prototype.toString.call(container) !== '[object Object]') return undefined
  const properties = Object.getOwnPropertyDescriptors(container)
  return { container, keys: Reflect.ownKeys(properties).filter((key) => 'value' in (properties[key as string] ?? {})) }
}

/** Enumerable names and all symbols. Much cheaper than `Reflect.ownKeys`, which differs in hidden names only. */
function keysOf(container: object): readonly PropertyKey[] {
  const names = Object.keys(container)
  const symbols = Object.getOwnPropertySymbols(container)
  return symbols.length === 0 ? names : [...names, ...symbols]
}

/** The values of a Map, then those of its keys that may be plugins. */
function mapContent(map: ReadonlyMap<unknown, unknown>): Content {
  const keys = [...map.keys()]
  const plugins = keys.filter((key) => typeof key === 'object' && key !== null)
  return { container: map, keys: [...keys, ...plugins], values: [...map.values(), ...plugins] }
}

/**
 * Remembers `null` in a list, Map or Set, and `null` among declared dependencies. A property of the plugin itself that is
 * null is state, not a declaration; `undefined` in an object is an optional dependency that is not given.
 */
function noteMissing(frame: Frame, index: number, value: null | undefined): void {
  if (frame.missing >= 0 || frame.parent === undefined) return
  const isElement = frame.values !== undefined
  if (isElement || (frame.declared && value === null)) frame.missing = index
}

function reportMissing(owner: Plugin, frame: Frame, findings: Findings): void {
  const path = pathTo(owner, { ...frame, next: frame.missing + 1 })
  findings.problem({
    code: 'agent/missing-dependency',
    message: `${path} is ${elementOf(frame, frame.missing) === null ? 'null' : 'undefined'} where a plugin is declared`,
    hint: 'put a plugin there; leave an optional property undefined',
  })
}

function namesNothing(owner: Plugin, frame: Frame, target: unknown): LookupProblem {
  const given = target === null || target === undefined ? String(target) : 'something else'
  return {
    code: 'agent/missing-dependency',
    message: `${pathTo(owner, frame)} names ${given} where a plugin, a class or a capability belongs`,
    hint: 'classes of modules that import each other may not be there yet: name a capability, or declare it later',
  }
}

function unsupported(owner: Plugin, frame: Frame, kind: string): LookupProblem {
  return {
    code: 'agent/unsupported-container',
    message: `${pathTo(owner, frame)} is a ${kind}, in which no plugin can be found`,
    hint: 'declare dependencies directly or in arrays, Maps, Sets and plain objects',
  }
}

/** The current element of a frame, as one would write it: `app.deps.stores[0]`. */
export function pathTo(owner: Plugin, frame: Frame): string {
  let path = ''
  for (let step: Frame | undefined = frame; step !== undefined; step = step.parent) {
    path = stepText(step.keys === undefined ? step.next - 1 : step.keys[step.next - 1]) + path
  }
  return owner.name + path
}

function stepText(key: unknown): string {
  if (typeof key === 'string')
    return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
  return isPlugin(key) ? `[${key.name}]` : `[${String(key)}]`
}
