import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { damageText, type InstanceState, type ResourceRecord } from '@slipway/stores'

/** The resource of this name (the newest, where an old one waits for its end), or of this id. */
export function recordNamed({ instance, resources, damaged = [] }: InstanceState, name: string): ResourceRecord {
  const found =
    resources.find((record) => record.name === name && !record.replaced) ??
    resources.find((record) => record.id === name)
  if (found !== undefined) return found
  const bad = damaged.find((record) => record.id === name || record.name === name)
  if (bad !== undefined) {
    throw new Failure('state/damaged-record', `the record of ${name} cannot be read`, {
      details: [damageText(bad)],
      hint: 'put a backup back with "slipway state restore FILE", or give the record up with "slipway state rm ID"',
    })
  }
  const names = resources.map((record) => record.name)
  throw new Failure('cli/no-such-resource', `${instance.name} has no resource ${name}`, {
    hint: didYouMean(name, names) ?? 'slipway state list shows what there is',
  })
}
