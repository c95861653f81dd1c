import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import type { StateStore } from '@slipway/stores'
import { badInstanceName, isInstanceName } from './instance-name.ts'
import type { Project } from './project.ts'

/**
 * Returns the instance of a project: the one that the user or the file names, or else the only one in the state.
 *
 * @param as `new`: the user may name an instance that is not deployed yet
 * @throws Failure `state/unknown-instance`, `cli/bad-instance-name`, `cli/which-instance`
 */
export async function whichInstance(
  store: StateStore,
  { instance, isInstanceGiven }: Pick<Project, 'instance' | 'isInstanceGiven'>,
  as: 'known' | 'new',
): Promise<string> {
  if (instance !== undefined && !isInstanceGiven) return instance
  const names = (await store.instances()).map(({ name }) => name)
  if (instance !== undefined) {
    if (names.includes(instance)) return instance
    if (!isInstanceName(instance)) throw badInstanceName(instance)
    if (as === 'known') throw unknownInstanceAmong(names, instance)
    return instance
  }
  const [only] = names
  if (only !== undefined && names.length === 1) return only
  if (as === 'new' && names.length === 0)
    throw new Failure('cli/which-instance', 'Slipway cannot tell which instance you mean', {
      hint: 'go to the folder of its blueprint or its program, or add --instance NAME',
    })
  throw new Failure(
    'cli/which-instance',
    names.length === 0 ? 'nothing has been deployed from here' : `there are several instances: ${names.join(', ')}`,
    { hint: names.length === 0 ? 'slipway up deploys a blueprint' : 'name one of them: --instance NAME' },
  )
}

/**
 * Makes the failure for an unknown instance.
 *
 * @param more a further hint
 */
export async function unknownInstance(store: StateStore, name: string, more?: string): Promise<Failure> {
  return unknownInstanceAmong(
    (await store.instances()).map((instance) => instance.name),
    name,
    more,
  )
}

function unknownInstanceAmong(names: readonly string[], name: string, more?: string): Failure {
  const all = names.length === 0 ? [] : [`there are: ${names.join(', ')}`]
  const others = [...all, ...(more === undefined ? [] : [more])].join('; ') || 'slipway up deploys a blueprint'
  return new Failure('state/unknown-instance', `no instance ${name} is recorded`, {
    hint: didYouMean(name, names) ?? others,
  })
}
