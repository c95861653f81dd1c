import type { CallControl, PropertySchema } from '@slipway/model'
import { type PackageSchema, resourceTypeOf } from '../../convert/schema.ts'
import { ResourceProvider as Methods } from '../../gen/provider.ts'
import type { PulumiCallOptions, PulumiCalls } from './calls.ts'

/** A package that a plugin has been made to serve, under the plugin's name for it. */
export interface Subpackage {
  readonly name: string
  readonly version: string
}

interface SchemasOptions {
  readonly pluginId: string
  readonly subpackage?: () => Subpackage | undefined
  readonly knownSchema?: (type: string) => PropertySchema | undefined
  /** Time limit of each call, in milliseconds. */
  readonly deadlineMs: number
}

/** A plugin's description of its package, which is requested once, at the first use. */
export class Schemas {
  readonly #calls: PulumiCalls
  readonly #options: SchemasOptions
  #package: Promise<PackageSchema> | undefined

  constructor(calls: PulumiCalls, options: SchemasOptions) {
    this.#calls = calls
    this.#options = options
  }

  package(control: CallControl | undefined): Promise<PackageSchema> {
    if (this.#package === undefined) {
      const options = this.#defining(control)
      const { name: subpackageName, version: subpackageVersion } = this.#options.subpackage?.() ?? {}
      const request = {
        version: 0,
        ...(subpackageName !== undefined && { subpackageName }),
        ...(subpackageVersion !== undefined && { subpackageVersion }),
      }
      const answer = this.#calls.call(Methods.GetSchema, request, options)
      this.#package = answer.then(({ schema }) =>
        this.#calls.understood(options, () => JSON.parse(schema) as PackageSchema),
      )
      // A failure belongs to the call that asked; the next call asks again.
      this.#package.catch(() => (this.#package = undefined))
    }
    return this.#package
  }

  /** Returns the schema of the spec of a type. Fails when the package does not have the type. */
  async ofSpec(type: string, control: CallControl | undefined): Promise<PropertySchema> {
    const cached = this.#options.knownSchema?.(type)
    if (cached !== undefined) return cached
    const schema = await this.package(control)
    const options = this.#defining(control)
    const known = this.#calls.understood(options, () => resourceTypeOf(schema, type))
    if (known !== undefined) return known.schema
    throw this.#calls.refusal([`Slipway does not know the type ${type} of ${this.#options.pluginId}`], options)
  }

  #defining(control: CallControl | undefined): PulumiCallOptions {
    return { method: 'provider.GetSchema', control, deadlineMs: this.#options.deadlineMs }
  }
}
