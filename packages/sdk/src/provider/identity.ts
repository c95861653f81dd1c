import { Failure, type IdentityRule, type PropertySchema } from '@slipway/model'
import { identityProblem, longestSettlingMs } from '@slipway/protocol'

/** @throws Failure `sdk/bad-identity` when the rule cannot identify things of this type */
export function requireSoundIdentity(type: string, identity: IdentityRule, schema: PropertySchema): void {
  const problem = identityProblem(schema, identity)
  if (problem === undefined) return
  throw new Failure('sdk/bad-identity', `the identity of ${type} ${problem}`, {
    hint: 'name properties of the schema by their path: strings, numbers or booleans, neither computed nor secret',
  })
}

interface Identified {
  readonly type: string
  readonly identity: IdentityRule | undefined
}

/**
 * Types with one scope are compared field by field.
 *
 * @throws Failure `sdk/bad-identity` when one of them has more fields than another
 */
export function requireAlikeScopes(types: readonly Identified[]): void {
  const first = new Map<string, { readonly type: string; readonly count: number }>()
  for (const { type, identity } of types) {
    if (identity?.scope === undefined) continue
    const { scope, fields } = identity
    const other = first.get(scope) ?? { type, count: fields.length }
    first.set(scope, other)
    if (other.count === fields.length) continue
    const message = `${other.type} and ${type} share the identity scope "${scope}", but name ${other.count} and ${fields.length} fields`
    throw new Failure('sdk/bad-identity', message, { hint: 'name as many fields, in the same order' })
  }
}

interface Settling {
  readonly type: string
  readonly settlesWithinMs?: number
  readonly read?: unknown
}

/** @throws Failure `sdk/bad-settling-time` when it is no time, or nobody could look once it has passed */
export function requireSoundTime({ type, settlesWithinMs, read }: Settling): void {
  if (settlesWithinMs === undefined) return
  if (!Number.isInteger(settlesWithinMs) || settlesWithinMs < 0 || settlesWithinMs > longestSettlingMs)
    throw new Failure('sdk/bad-settling-time', `the settlesWithinMs of ${type} is ${settlesWithinMs}`, {
      hint: `give whole milliseconds, at most ${longestSettlingMs}, or leave it out if the time is unknown`,
    })
  if (read === undefined)
    throw new Failure('sdk/bad-settling-time', `${type} has settlesWithinMs, but no read to look with`, {
      hint: 'write a read that finds the thing without its computed properties, or leave settlesWithinMs out',
    })
}
