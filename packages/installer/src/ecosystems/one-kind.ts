import { Failure } from '@slipway/model'
import type { Identity } from './ecosystem.ts'

const kinds: ReadonlySet<string> = new Set(['provider', 'transformer'])

/**
 * Refuses a second kind for an id: an id belongs to one plugin, and is not a provider and a transformer at once.
 *
 * @throws Failure `install/two-kinds`
 */
export function refuseSecondKind(
  identity: Identity,
  others: readonly { readonly identity: Identity; readonly folder: string }[],
): void {
  if (!kinds.has(identity.kind)) return
  const other = others.find(
    ({ identity: each }) =>
      each.ecosystem === identity.ecosystem &&
      each.name === identity.name &&
      each.kind !== identity.kind &&
      kinds.has(each.kind),
  )
  if (other === undefined) return
  throw new Failure(
    'install/two-kinds',
    `${identity.name} is a ${identity.kind}, but a ${other.identity.kind} with this id is installed (${other.folder})`,
    {
      hint: `an id belongs to one plugin, whatever its kind: remove that one with slipway plugin remove ${identity.name}, or install the other one from another id`,
    },
  )
}
