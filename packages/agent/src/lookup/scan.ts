import { Capability, type Dependency, Hard, isDependency } from '../dependency.ts'
import { isPlugin, type Plugin } from '../plugin.ts'
import type { LookupProblem } from './problem.ts'

/** What a scan of one plugin finds, in declared order. */
export interface Findings {
  plugin(plugin: Plugin, frame: Frame): void
  dependency(dependency: Dependency, frame: Frame): void
  problem(problem: LookupProblem): void
}

/** A container that is being gone through. A chain of frames is a place: {@link placeOf} spells it. */
export interface Frame {
  readonly container: object
  readonly parent: Frame | undefined
  /** Keys of an object or Map; an array or Set is gone through by index. */
  readonly keys: readonly unknown[] | undefined
  readonly values: readonly unknown[] | undefined
  /** The index of the element after the current one. */
  next: number
  /** True below a property `deps`: everything here is a declaration. */
  readonly declared: boolean
  plugins: number
  /** How much the scan had found when it entered. */
  foundBefore: number
  /** True when something below was left out because the scan had been there, so that nothing can be said of the whole. */
  incomplete: boolean
  /** The index of the first element that is missing, -1 if none is. */
  missing: number
}

/**
 * Finds what a plugin depends on by looking through its own properties and the containers in them.
 *
 * One scanner serves a whole lookup: plain data that many plugins share is looked through once. Uses no recursion. Costs
 * time linear in what it looks through.
 */
export class Scanner {
  /** Containers without any plugin at any depth. More is looked into where dependencies are declared. */
  readonly #barren = { declared: new Set<object>(), other: new Set<object>() }

  scan(owner: Plugin, findings: Findings): void {
    let found = 0
    const entered = new Set<object>()
    let frame: Frame | undefined = objectFrame(owner, undefined, false)
    while (frame !== undefined) {
      const index: number = frame.next++
      if (index >= (frame.keys ?? frame.values ?? none).length) {
        if (frame.missing >= 0 && (frame.plugins > 0 || frame.declared)) reportMissing(owner, frame, findings)
        frame = this.#leave(frame, found)
        continue
      }
      if (frame.parent === undefined && frame.keys?.[index] === 'provides') continue
      const value = elementOf(frame, index)
      if (typeof value !== 'object' || value === null) {
        if (value === null || value === undefined) noteMissing(frame, index, value)
      } else if (isPlugin(value)) {
        found++
        frame.plugins++
        findings.plugin(value, frame)
      } else if (isDependency(value) || value instanceof Capability) {
        found++
        const dependency = value instanceof Capability ? new Hard(value) : value
        if (dependency instanceof Hard && isPlugin(dependency.target)) findings.plugin(dependency.target, frame)
        else findings.dependency(dependency, frame)
      } else if (!this.#isBarren(value, frame)) {
        const inner = containerFrame(value, frame, index)
        if (typeof inner === 'string') findings.problem(unsupported(owner, frame, inner))
        else if (inner !== undefined && entered.has(value)) frame.incomplete = true
        else if (inner !== undefined) {
          if (inner.parent?.parent !== undefined) entered.add(value)
          inner.foundBefore = found
          frame = inner
        }
      }
    }
  }

  #isBarren(container: object, within: Frame): boolean {
    const { declared, other } = this.#barren
    return declared.size + other.size > 0 && (declared.has(container) || (!within.declared && other.has(container)))
  }

  #leave(frame: Frame, found: number): Frame | undefined {
    const { parent } = frame
    if (parent === undefined) return undefined
    if (frame.incomplete) parent.incomplete = true
    else if (frame.foundBefore === found) this.#barren[frame.declared ? 'declared' : 'other'].add(frame.container)
    return parent
  }
}

const none: readonly unknown[] = []

function elementOf(frame: Frame, index: number): unknown {
  if (frame.values !== undefined) return frame.values[index]
  return (frame.container as Record<PropertyKey, unknown>)[frame.keys?.[index] as PropertyKey]
}

/** `undefined`: not looked into. A text: what it is, where a dependency was declared and nobody can look into it. */
function containerFrame(value: object, parent: Frame, index: number): Frame | string | undefined {
  const key = parent.keys?.[index]
  const declared = parent.declared || (parent.parent === undefined && key === 'deps')
  if (Array.isArray(value)) return newFrame(value, parent, undefined, value, declared)
  if (value instanceof Set) return newFrame(value, parent, undefined, [...value], declared)
  if (value instanceof Map) return mapFrame(value, parent, declared)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return objectFrame(value, parent, declared)
  if (!declared) return undefined
  const opaque = opaqueKinds.find((kind) => value instanceof kind)
  if (opaque !== undefined) return opaque.name
  // A class of declarations, `deps = new MyDeps()`, or a wrapper around plugins. Nothing of the platform.
  return Object.prototype.toString.call(value) === '[object Object]' ? objectFrame(value, parent, true) : undefined
}

const opaqueKinds = [Promise, WeakMap, WeakSet, WeakRef]

function objectFrame(container: object, parent: Frame | undefined, declared: boolean): Frame {
  return newFrame(container, parent, Reflect.ownKeys(container), undefined, declared)
}

/** The values of a Map, then those of its keys that may be plugins. */
function mapFrame(map: ReadonlyMap<unknown, unknown>, parent: Frame, declared: boolean): Frame {
  const keys = [...map.keys()]
  const plugins = keys.filter((key) => typeof key === 'object' && key !== null)
  return newFrame(map, parent, [...keys, ...plugins], [...map.values(), ...plugins], declared)
}

function newFrame(
  container: object,
  parent: Frame | undefined,
  keys: readonly unknown[] | undefined,
  values: readonly unknown[] | undefined,
  declared: boolean,
): Frame {
  return {
    container,
    parent,
    keys,
    values,
    next: 0,
    declared,
    plugins: 0,
    foundBefore: 0,
    incomplete: false,
    missing: -1,
  }
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
  const place = placeOf(owner, { ...frame, next: frame.missing + 1 })
  findings.problem({
    code: 'agent/missing-dependency',
    message: `${place} is ${elementOf(frame, frame.missing) === null ? 'null' : 'undefined'} where a plugin is declared`,
    hint: 'give it a plugin; leave a property that is optional undefined',
  })
}

function unsupported(owner: Plugin, frame: Frame, kind: string): LookupProblem {
  return {
    code: 'agent/unsupported-container',
    message: `${placeOf(owner, frame)} is a ${kind}, in which no plugin can be found`,
    hint: 'declare dependencies directly or in arrays, Maps, Sets and plain objects',
  }
}

/** The current element of a frame, as one would write it: `app.deps.stores[0]`. */
export function placeOf(owner: Plugin, frame: Frame): string {
  let place = ''
  for (let step: Frame | undefined = frame; step !== undefined; step = step.parent) {
    place = stepText(step.keys === undefined ? step.next - 1 : step.keys[step.next - 1]) + place
  }
  return owner.name + place
}

function stepText(key: unknown): string {
  if (typeof key === 'string')
    return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
  return isPlugin(key) ? `[${key.name}]` : `[${String(key)}]`
}
