import type { Init } from '@slipway/protocol'
import { containsUnknown, type ValueMap, valueMap } from '@slipway/model'
import { monitor, programFromWire, programToWire } from '@slipway/protocol/pulumi'
import { toldOf } from './told-of.ts'
import type { Deployment } from '../deployment.ts'
import type { Goals } from '../goals/goals.ts'
import type { Lineage } from './lineage.ts'
import type { Transforms } from '../callbacks/transforms.ts'
import type { ProgramProviders } from './providers-of-program.ts'

type Answer = Init<monitor.ResourceInvokeResponse>

const getResource = 'pulumi:pulumi:getResource'

interface FunctionParts {
  readonly providers: ProgramProviders
  readonly transforms: Transforms
  readonly lineage: Lineage
}

/** Functions of plugins that a program calls. */
export class Functions {
  readonly #deployment: Deployment
  readonly #goals: Goals
  readonly #providers: ProgramProviders
  readonly #transforms: Transforms
  readonly #lineage: Lineage

  constructor(deployment: Deployment, goals: Goals, { providers, transforms, lineage }: FunctionParts) {
    this.#lineage = lineage
    this.#transforms = transforms
    this.#deployment = deployment
    this.#goals = goals
    this.#providers = providers
  }

  async invoke(asked: monitor.ResourceInvokeRequest): Promise<Answer> {
    const provider = this.#providers.named(asked.tok, asked)
    const request = await this.#transforms.invoke({ ...asked, provider })
    const { tok, args: struct, acceptResources: resources, acceptsByteString: bytes } = request
    const args = programFromWire(struct)
    const accepts = { secrets: true, resources, bytes }
    if (tok === getResource) return { return: programToWire(this.#resource(args), accepts) }
    const { catalog, dryRun } = this.#deployment
    const reference = await this.#providers.of(tok, request)
    if (request.dependsOn.length > 0 && (await this.#lineage.isOpen(request.dependsOn))) return { unknown: true }
    const plugin = await catalog.connections.of(reference, this.#providers.extensionOf(request))
    // A plugin with an unknown configuration cannot answer.
    if (!plugin.isConfigured || containsUnknown(args)) return { unknown: true }
    const { values, failures } = await plugin.invoke(tok, args, { preview: dryRun }).catch((error: unknown) => {
      throw toldOf('invocation', tok, error)
    })
    return { return: programToWire(values, accepts), failures: [...failures] }
  }

  /** A resource of the program itself, by its URN. */
  #resource(args: ValueMap): ValueMap {
    const { urn } = args
    const asked = typeof urn === 'string' ? urn : ''
    const found = this.#goals.registered(asked)
    if (found === undefined) throw new TypeError(`the program has no resource "${asked}"`)
    return valueMap([
      ['urn', found.urn],
      ['id', found.id],
      ['provider', found.provider ?? ''],
      ['state', found.outputs],
    ])
  }
}
