import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import type { InstanceState, ResourceRecord } from '@slipway/stores'

/** The resource of this name (the newest, where an old one waits for its end), or of this id. */
export function recordNamed({ instance, resources }: InstanceState, name: string): ResourceRecord {
  const found =
    resources.find((record) => record.name === name && !record.replaced) ??
    resources.find((record) => record.id === name)
  if (found !== undefined) return found
  const names = resources.map((record) => record.name)
  throw new Failure('cli/no-such-resource', `${instance.name} has no resource ${name}`, {
    hint: didYouMean(name, names) ?? 'slipway state list shows what there is',
  })
}
