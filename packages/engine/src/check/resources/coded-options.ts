import { isList, isMap, optionNames, type Value, type ValueMap, valueMap } from '@slipway/model'
import { type DiagnosticList, nearestOrAll } from '@slipway/source'
import { describe } from '../../language/scalar-text.ts'
import { metadataKeys, readApart } from '../../language/parse/metadata.ts'
import { removalPolicies, resourceKeys } from '../../language/parse/resources.ts'

type OnlyInBlueprints = (typeof readApart)[number] | 'type' | 'spec' | 'metadata' | 'options' | 'condition' | 'each'

/** The keys of a blueprint's resource that code does not give as options, and what code does instead. */
const instead: Readonly<Record<OnlyInBlueprints, string>> = {
  type: 'give the type as the second argument',
  spec: 'give the spec as the third argument',
  metadata: 'give displayName, labels, annotations and custom as options',
  options: 'give the options themselves, side by side',
  condition: 'only blueprints have it: write an "if" around the call that asks for the resource',
  each: 'only blueprints have it: ask for the resources in a loop',
  eachKey: 'only blueprints have it: the loop that asks for the resources names them',
  mayBeEmpty: 'only blueprints have it: a loop may be empty',
  preconditions: 'only blueprints have it: throw an error before you ask for the resource, or use check, which warns',
  postconditions: 'only blueprints have it: use check, which warns, or throw an error once the field is known',
  replaceTriggeredBy: 'only blueprints have it: use replaceOnChanges for a field of the spec, or --replace',
}

/** The options that code has: those of the table, and the keys that a blueprint has beside them. */
const ofCode: readonly string[] = [
  ...optionNames(),
  ...new Set<string>([...resourceKeys, ...metadataKeys]).difference(new Set(Object.keys(instead))),
]

const inTable: ReadonlySet<string> = new Set(optionNames())

/** Returns the options of the table that code gives. Refuses any other key as a blueprint does. */
export function codedOptions(given: Value | undefined, path: string, list: DiagnosticList): ValueMap | undefined {
  if (given === undefined || given === null) return undefined
  if (!isMap(given)) {
    const found = isList(given) ? 'a list' : describe(given)
    list.error('blueprint/wrong-shape', 0, 0, `${path} must be a map, but this is ${found}`)
    return undefined
  }
  const known = valueMap()
  for (const [key, value] of Object.entries(given)) {
    if (inTable.has(key)) known[key] = value
    else list.error('blueprint/unknown-key', 0, 0, `${path} has no key "${key}"`, { hint: hintFor(key) })
  }
  return known
}

function hintFor(key: string): string {
  if (Object.hasOwn(instead, key)) return instead[key as OnlyInBlueprints]
  return nearestOrAll(key, ofCode)
}

/** Returns what happens to a resource that code no longer asks for. */
export function codedPolicy(given = 'delete', root: string, list: DiagnosticList): (typeof removalPolicies)[number] {
  const found = removalPolicies.find((word) => word === given)
  if (found !== undefined) return found
  const hint = nearestOrAll(given, removalPolicies)
  list.error('blueprint/unknown-word', 0, 0, `${root}.removalPolicy cannot be "${given}"`, { hint })
  return 'delete'
}
