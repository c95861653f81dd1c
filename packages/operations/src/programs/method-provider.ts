import { randomUUID } from 'node:crypto'
import type { CheckedResource } from '@slipway/engine'
import { Failure, isMap, typeOfPart, valueMap } from '@slipway/model'
import type { ProgramCatalog } from '@slipway/programs'
import type { ResourceRecord } from '@slipway/stores'

const unchanged = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }

/**
 * Makes the provider for a method, as for its component. A method can make nothing else, because a plan or a run calls a blueprint's function
 * whenever it needs the answer.
 *
 * @throws Failure `programs/no-component` for any other resource
 */
export async function providerOfMethod(wanted: CheckedResource, catalog: ProgramCatalog): Promise<ResourceRecord> {
  const { name, definition, spec: written } = wanted
  const spec = written.kind === 'literal' && isMap(written.value) ? written.value : valueMap()
  const type = typeOfPart(wanted.type)
  if (!type.startsWith('pulumi:providers:'))
    throw new Failure('programs/no-component', `a method of a component asks for a resource, ${name} (${type})`, {
      hint: 'in a blueprint a method is a function and creates nothing: let the component create it, or call the method in a program',
    })
  // A fresh id, used only for this provider.
  const id = randomUUID()
  const provider = await catalog.provider('pulumi:')
  const resource = { type, resourceId: id, resourceName: name, instanceId: '', instanceName: '', spec }
  const context = { config: {}, variables: {} }
  await provider.deploy({ ...resource, changes: unchanged, context })
  const { urn = null } = spec
  return {
    id,
    name,
    type: definition.type,
    pluginId: '',
    pluginVersion: '',
    status: 'created',
    spec: valueMap([
      ['urn', urn],
      ['id', id],
    ]),
    dependsOn: [],
    reads: [],
    removalPolicy: 'delete',
    replaced: false,
    failureReasons: [],
    createdAt: 0,
    updatedAt: 0,
  }
}
