import { type Init, Status, StatusError } from '@slipway/protocol'
import { valueMap } from '@slipway/model'
import { isUnknownText, monitor, programFromWire, programToWire } from '@slipway/protocol/pulumi'
import { stackReferenceType } from '../../providers/definitions.ts'
import { noWish } from '../../providers/resource-wish.ts'
import { assertRecordable } from '../../values/too-large.ts'
import type { Goals } from '../goals/goals.ts'
import type { ProgramProviders } from './providers-of-program.ts'
import type { Registrations } from './register.ts'

type Answer = Init<monitor.ReadResourceResponse>

/** Resources that a program only reads. They are recorded, and forgotten when the program no longer reads them. */
export class Reads {
  readonly #goals: Goals
  readonly #providers: ProgramProviders
  readonly #registrations: Registrations

  constructor(goals: Goals, providers: ProgramProviders, registrations: Registrations) {
    this.#goals = goals
    this.#providers = providers
    this.#registrations = registrations
  }

  async read(request: monitor.ReadResourceRequest): Promise<Answer> {
    const { type, name, id, properties, dependencies } = request
    const parent = this.#registrations.parentOf(request)
    const urn = this.#registrations.urnOf(type, name, parent)
    assertRecordable('inputs', urn, properties)
    const inputs = programFromWire(properties)
    const { acceptSecrets: secrets, acceptResources: resources, acceptsByteString: bytes } = request
    const accepts = { secrets, resources, bytes }
    if (isUnknownText(id)) return { urn, properties: programToWire(valueMap(), accepts) }
    const reference = this.#providers.isNeeded(type) ? await this.#providers.of(type, request) : undefined
    const { outputs, failed } = await this.#goals.want({
      urn,
      type,
      inputs,
      parent,
      provider: reference,
      extension: this.#providers.extensionOf(request),
      dependencies,
      wish: {
        ...noWish,
        additionalSecretOutputs: request.additionalSecretOutputs,
        readId: type === stackReferenceType ? undefined : id,
      },
      isKept: true,
      isExternal: true,
      found: { by: 'read', id },
    })
    if (failed !== undefined) throw new StatusError(Status.internal, `${name} could not be read`)
    return { urn, properties: programToWire(outputs, accepts) }
  }
}
