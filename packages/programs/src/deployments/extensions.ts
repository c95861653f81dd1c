import { createHash } from 'node:crypto'
import { isMap, type ValueMap, valueMap } from '@slipway/model'
import { badImport, type Deployment, type PulumiExtension, type PulumiResource } from './deployment.ts'

/** The parameters of a resource's package, in recorded form; `undefined` for the plugin's own package. */
export function readExtension(
  { urn, extensionRef }: PulumiResource,
  { extensions }: Pick<Deployment, 'extensions'>,
): ValueMap | undefined {
  if (extensionRef == null || extensionRef === '') return undefined
  const found = extensions?.[extensionRef]
  if (found === undefined)
    throw badImport([`${urn.slice(0, 500)} belongs to an extension that the state does not have`])
  return valueMap(Object.entries({ name: found.name, version: found.version, value: found.value ?? '' }))
}

/** Collects the extensions to write, each once, by content. */
export class WrittenExtensions {
  readonly #written = new Map<string, PulumiExtension>()

  /** The field of a resource. @param recorded the recorded extension */
  add({ extension: recorded = null }: ValueMap): Pick<PulumiResource, 'extensionRef'> {
    if (!isMap(recorded)) return {}
    const { name, version, value } = recorded
    if (typeof name !== 'string' || typeof version !== 'string' || typeof value !== 'string') return {}
    const extensionRef = referenceTo({ name, version, value })
    this.#written.set(extensionRef, { name, version, value })
    return { extensionRef }
  }

  get all(): Pick<Deployment, 'extensions'> {
    return this.#written.size === 0 ? {} : { extensions: Object.fromEntries(this.#written) }
  }
}

/** The reference by which Pulumi identifies an extension. */
function referenceTo({ name, version, value = '' }: PulumiExtension): string {
  const hash = createHash('sha256')
  for (const text of [name, version]) hash.update(`${text}\0`)
  return hash.update(Buffer.from(value ?? '', 'base64')).digest('hex')
}
