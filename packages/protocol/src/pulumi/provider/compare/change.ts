import { type ComputedValues, type PropertySchema, type Value, type ValueMap, valueMap } from '@slipway/model'
import { initErrorsName, keptName, notedNames, readFirstName, viewsName } from '../../convert/schema.ts'
import { structFromWire, structToWire, type Understood } from '../../convert/struct.ts'
import type { ErrorResourceInitFailed } from '../../gen/errors.ts'
import { about, attributesOf, idOf, keptOf, type Named, outputsOf, pathOf, withId } from '../resource/resource.ts'
import type { Views } from '../resource/views.ts'

/** The wanted resource, and its inputs as the plugin has checked them. */
export interface Made {
  readonly schema: PropertySchema
  readonly spec: ValueMap
  readonly inputs: ValueMap
  readonly understood: Understood
  /** The resource's views, if its plugin has reported them. */
  readonly views?: Views | undefined
  /** Whether the plugin wants a read before the next change. */
  readonly isReadFirst?: boolean
  /** The reasons why the resource is incomplete; empty for a complete one. */
  readonly initErrors?: readonly string[]
}

/** The wanted state of an existing resource. */
export interface Change extends Made {
  readonly recorded: ValueMap
  /** The plugin's answers, if they are not recorded. */
  readonly outputs?: ValueMap
  /** The inputs with which the resource was made. */
  readonly olds: ValueMap
  /** Paths of properties that do not change. */
  readonly ignoreChanges?: readonly string[] | undefined
}

export function created(request: Named, { inputs, understood }: Pick<Made, 'inputs' | 'understood'>) {
  return { ...about(request), properties: structToWire(inputs, understood) }
}

export function changed(
  request: Named,
  {
    inputs,
    olds,
    recorded,
    outputs = outputsOf(recorded),
    understood,
    ignoreChanges = [],
  }: Omit<Change, 'spec' | 'schema'>,
) {
  return {
    ...about(request),
    id: idOf(recorded) ?? '',
    olds: structToWire(outputs, understood),
    news: structToWire(inputs, understood),
    oldInputs: structToWire(olds, understood),
    ignoreChanges: [...ignoreChanges],
  }
}

/**
 * Returns the values that the plugin filled in, and the parts of its answer that have no other place.
 * @param id absent for a resource that has none
 */
export function computedBy(made: Made | Change, outputs: ValueMap, id?: Value): ComputedValues {
  const { schema, spec, inputs, views, isReadFirst = false, initErrors = [] } = made
  const known = attributesOf(schema, id === undefined ? outputs : withId(outputs, id))
  const computed: Record<string, Value> = {}
  const recorded = valueMap(Object.entries(spec))
  for (const [name, value] of Object.entries(known)) {
    if (!isFilledIn(name, made)) continue
    computed[pathOf(name)] = value
    recorded[name] = value
  }
  const before = 'recorded' in made ? made.recorded : valueMap()
  // A plugin answers all properties of an existing resource, so an absent property no longer exists.
  for (const name in before) if (known[name] === undefined && isFilledIn(name, made)) computed[pathOf(name)] = null
  if (views !== undefined) computed[pathOf(viewsName)] = views
  // A recorded note stays in the spec until another note replaces it.
  if (isReadFirst || before[readFirstName] === true) computed[pathOf(readFirstName)] = isReadFirst
  if (initErrors.length > 0 || before[initErrorsName] !== undefined) computed[pathOf(initErrorsName)] = initErrors
  const kept =
    keptOf(schema, recorded, { inputs, outputs }) ?? (before[keptName] === undefined ? undefined : valueMap())
  return kept === undefined ? computed : { ...computed, [pathOf(keptName)]: kept }
}

/** Whether the value of a property comes from the plugin and is not a note of Slipway's own. */
function isFilledIn(name: string, { schema, spec }: Made): boolean {
  const { computed, computedWhenOmitted } = schema.attributes?.[name] ?? {}
  return !notedNames.has(name) && (computed === true || (computedWhenOmitted === true && spec[name] === undefined))
}

/** Reads a plugin's report of an incomplete resource: the reasons, and the inputs with which it was made, if they are reported. */
export function halfMade<T extends Made>(
  made: T,
  { inputs, reasons, refreshBeforeUpdate }: Pick<ErrorResourceInitFailed, 'inputs' | 'reasons' | 'refreshBeforeUpdate'>,
): T {
  const known = inputs === undefined ? made : { ...made, inputs: structFromWire(inputs) }
  return { ...known, initErrors: reasons, isReadFirst: refreshBeforeUpdate }
}

/** Requires an id: without it, the resource could not be found again. */
export function given(id: string): string {
  if (id === '') throw new TypeError('it gives no id')
  return id
}
