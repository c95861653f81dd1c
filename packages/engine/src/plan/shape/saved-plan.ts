import {
  Failure,
  isMap,
  messageOf,
  PassedOn,
  Secret,
  Unknown,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { Path, Sealer, Surroundings } from '@slipway/stores'
import type { Plan } from './plan.ts'

/**
 * A plan as JSON text, for `slipway plan --out`. Secrets are sealed. The same plan and sealer give the same text, if the
 * sealer always seals alike.
 *
 * JSON has no word for some values; they become a map with the one key `$int`, `$float`, `$secret`, `$unknown` or, for a
 * real map that looks like one of these, `$map`.
 */
export function serialisePlan(plan: Plan, sealer: Pick<Sealer, 'seal' | 'keyId'>, at: Surroundings): string {
  const seal: Seal = (plain, path) => sealer.seal(plain, { ...at, path })
  return `${JSON.stringify({ slipway: 'plan', keyId: sealer.keyId, plan: written(plan, seal, ['plan']) })}\n`
}

/**
 * Reads what {@link serialisePlan} has written.
 *
 * @param at the place for which it was written; its secrets open nowhere else
 * @throws Failure `engine/bad-plan-file` for anything else, `state/wrong-key` if it was sealed with another key
 */
export async function parsePlan(text: string, sealer: Pick<Sealer, 'unseal'>, at: Surroundings): Promise<Plan> {
  const file = parsed(text)
  if (
    typeof file !== 'object' ||
    file === null ||
    !('slipway' in file) ||
    file.slipway !== 'plan' ||
    !('plan' in file)
  ) {
    throw badFile('it is not a Slipway plan')
  }
  const plan = read(file.plan, (sealed, path) => sealer.unseal(sealed, { ...at, path }), ['plan'])
  const format = isMap(plan) ? plan['format'] : undefined
  if (format === 2) throw badFile('it has format 2, but this version of Slipway reads format 3')
  if (format !== 3) throw badFile('it was written by another version of Slipway')
  // Schemas take milliseconds to load, so they are only loaded for a saved plan.
  const { planProblems } = await import('./saved-plan-shape.ts')
  const problems = planProblems(plan)
  if (problems.length > 0) throw badFile(problems[0] ?? '', problems.slice(1, 20))
  return plan as ValueMap & Plan
}

/** Seals, or opens, a text at a path of the plan. */
type Seal = (text: string, path: Path) => string

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    throw badFile(messageOf(thrown))
  }
}

function badFile(why: string, details: readonly string[] = []): Failure {
  return new Failure('engine/bad-plan-file', `the plan cannot be read: ${why}`, {
    details,
    hint: 'make a new one: slipway plan --out FILE',
  })
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** While it is written, a plan is treated as plain values: its records are maps with fixed keys. */
function written(value: unknown, seal: Seal, path: Path): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return writtenNumber(value)
  if (typeof value === 'bigint') return { $int: value.toString() }
  // The value is unknown in the file, so the run works it out again.
  if (value instanceof PassedOn) return { $unknown: 'the run' }
  if (value instanceof Secret) return { $secret: seal(JSON.stringify(written(value.value, seal, path)), path) }
  if (value instanceof Unknown) return { $unknown: value.until }
  if (Array.isArray(value)) return value.map((item, index) => written(item, seal, [...path, index]))
  const map: { [key: string]: Json } = Object.create(null)
  for (const [key, item] of Object.entries(value as object)) {
    if (item !== undefined) map[key] = written(item, seal, [...path, key])
  }
  const keys = Object.keys(map)
  return keys.length === 1 && keys[0]?.startsWith('$') === true ? { $map: map } : map
}

function writtenNumber(value: number): Json {
  return Number.isFinite(value) && !Object.is(value, -0)
    ? value
    : { $float: Object.is(value, -0) ? '-0' : String(value) }
}

function read(json: unknown, open: Seal, path: Path): Value {
  if (json === null || typeof json !== 'object') return json as Value
  if (Array.isArray(json)) return json.map((item, index) => read(item, open, [...path, index]))
  const entries = Object.entries(json)
  const [only] = entries
  if (entries.length === 1 && only !== undefined && only[0].startsWith('$'))
    return readTagged(only[0], only[1], open, path)
  return readMap(json, open, path)
}

function readTagged(tag: string, inside: unknown, open: Seal, path: Path): Value {
  if (tag === '$map' && typeof inside === 'object' && inside !== null) return readMap(inside, open, path)
  if (typeof inside === 'string') {
    if (tag === '$int' && /^-?\d+$/.test(inside)) return BigInt(inside)
    if (tag === '$float') return Number(inside)
    if (tag === '$unknown') return new Unknown(inside)
    if (tag === '$secret') return new Secret(read(parsed(open(inside, path)), open, path))
  }
  throw badFile(`it holds an unknown ${tag}`)
}

function readMap(json: object, open: Seal, path: Path): ValueMap {
  const map = valueMap()
  for (const [key, item] of Object.entries(json)) map[key] = read(item, open, [...path, key])
  return map
}
