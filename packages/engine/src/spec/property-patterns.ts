import {
  isList,
  isMap,
  type MutableValueMap,
  type PropertySchema,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { own } from '../language/own.ts'
import { schemaAt, schemaBelow, schemaPathProblem, type SchemaPathProblem } from './schema-path.ts'
import { pathSteps } from './computed-paths.ts'

/** A step into a spec: a name, an index, or `*` for any step. */
type Step = string | number | typeof anything
const anything = Symbol('*')

type Pattern = readonly Step[]

const patternShape = /^(?:[^.[\]"]+|\[(?:\d+|\*|"(?:[^"\\]|\\.)*")\])(?:\.[^.[\]"]+|\[(?:\d+|\*|"(?:[^"\\]|\\.)*")\])*$/

/** Selects properties of a spec by patterns such as `tags.*`, `rules[*].port`, `tags["team.owner"]` or `*`. */
export class PropertyPatterns {
  readonly #schema: PropertySchema
  readonly #patterns: readonly Pattern[]

  constructor(schema: PropertySchema, patterns: readonly string[]) {
    this.#schema = schema
    this.#patterns = patterns.map((pattern) => stepsOf(pattern, schema))
  }

  /**
   * True if a change concerns one of these properties.
   *
   * @param path of a change: `spec.tags["team.owner"]`. A change of a value that contains a property also changes the property.
   */
  has(path: string): boolean {
    if (!/^spec(?:[.[]|$)/.test(path)) return false
    const steps = pathSteps(path)
    return this.#patterns.some((pattern) =>
      pattern.every((step, index) => index >= steps.length || step === anything || step === steps[index]),
    )
  }

  /** The wanted spec with the recorded values of these properties, except for computed values. */
  keep(wanted: ValueMap, recorded: ValueMap): ValueMap {
    const kept = this.#patterns.reduce<Value>(
      (spec, pattern) => keptAt(this.#schema, spec, recorded, pattern) ?? valueMap(),
      wanted,
    )
    return isMap(kept) ? kept : wanted
  }
}

/** The problem of a pattern for this schema. */
export function patternProblem(
  pattern: string,
  schema: PropertySchema,
  subject: string,
): SchemaPathProblem | undefined {
  if (!patternShape.test(pattern))
    return {
      message: `"${pattern}" is not a property path`,
      hint: 'write tags.name, tags["team.owner"], rules[0].port, or * for any step',
    }
  const steps = stepsOf(pattern, schema)
  const wild = steps.indexOf(anything)
  const fixed = (wild === -1 ? steps : steps.slice(0, wild)).filter((step) => step !== anything)
  return schemaPathProblem(schema, fixed, subject) ?? belowAnything(schema, steps, fixed, subject)
}

/** Checks the rest of a pattern after `*`, provided that all values for `*` have the same schema. */
function belowAnything(
  schema: PropertySchema,
  steps: Pattern,
  fixed: readonly (string | number)[],
  subject: string,
): SchemaPathProblem | undefined {
  const rest = steps.slice(fixed.length + 1)
  if (rest.length === 0 || rest.includes(anything)) return undefined
  const at = schemaAt(schema, fixed)
  const each = at?.type === 'array' ? at.items : at?.type === 'map' ? at.mapValues : undefined
  return each === undefined
    ? undefined
    : schemaPathProblem(
        each,
        rest.filter((step) => step !== anything),
        subject,
      )
}

/** Paths begin below the spec. They may begin with `spec.`, as in plans, if the type has no property of that name. */
function stepsOf(pattern: string, schema: PropertySchema): Pattern {
  const steps: Step[] = []
  for (const [, name, index, quoted] of pattern.matchAll(/(?:^|\.)([^.[\]"]+)|\[(\d+|\*)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    if (quoted !== undefined) steps.push(String(JSON.parse(quoted)))
    else if (name === '*' || index === '*') steps.push(anything)
    else if (index !== undefined) steps.push(Number(index))
    else if (name !== undefined) steps.push(name)
  }
  const isRooted = steps[0] === 'spec' && own(schema.attributes, 'spec') === undefined
  return isRooted ? steps.slice(1) : steps
}

/**
 * The value to keep for a pattern.
 *
 * @returns `undefined` if there is no value
 */
function keptAt(
  schema: PropertySchema | undefined,
  wanted: Value | undefined,
  recorded: Value | undefined,
  pattern: Pattern,
): Value | undefined {
  const [step, ...rest] = pattern
  if (step === undefined) return given(schema, recorded)
  const [before, now] = [recorded ?? undefined, wanted ?? undefined]
  if (isList(before) || isList(now)) return keptInList(schema, now, before, step, rest)
  if (!isMap(before) && !isMap(now)) return now
  if ((now !== undefined && !isMap(now)) || (before !== undefined && !isMap(before))) return now
  const keys = step === anything ? keysOf(schema, now, before) : [String(step)]
  const kept: MutableValueMap = valueMap(Object.entries(now ?? {}))
  for (const key of keys) {
    const value = keptAt(schemaBelow(schema, key), now?.[key], before?.[key], rest) ?? null
    if (value === null) Reflect.deleteProperty(kept, key)
    else kept[key] = value
  }
  return now === undefined && Object.keys(kept).length === 0 ? undefined : kept
}

function keptInList(
  schema: PropertySchema | undefined,
  wanted: Value | undefined,
  recorded: Value | undefined,
  step: Step,
  rest: Pattern,
): Value | undefined {
  if (step === anything && rest.length === 0) return recorded
  if (!isList(wanted) || !isList(recorded)) return wanted
  return wanted.map((item, index) => {
    const isMeant = index < recorded.length && (step === anything || step === index)
    return isMeant ? (keptAt(schema?.items, item, recorded[index], rest) ?? null) : item
  })
}

/** The value without computed parts. */
function given(schema: PropertySchema | undefined, value: Value | undefined): Value | undefined {
  const { attributes } = schema ?? {}
  if (attributes === undefined || !isMap(value)) return value
  const kept = Object.keys(value).filter((key) => own(attributes, key)?.computed !== true)
  return valueMap(kept.map((key) => [key, given(own(attributes, key), value[key]) ?? null] as const))
}

function keysOf(schema: PropertySchema | undefined, ...maps: readonly (ValueMap | undefined)[]): readonly string[] {
  const keys = new Set(maps.flatMap((map) => Object.keys(map ?? {})))
  return [...keys].filter((key) => own(schema?.attributes, key)?.computed !== true)
}
