import { type CallControl, messageOf, type TakeOverRequest, type ValueMap } from '@slipway/model'
import type { TerraformClient } from '../client/client.ts'
import { valueToCty } from '../convert/values.ts'
import type { CtyValue } from '../cty/value.ts'
import { ownName } from '../definition/definition.ts'
import { keptOf } from '../kept.ts'
import { withWholeBlocks } from '../rules/whole-blocks.ts'
import { jsonText } from '../convert/json-text.ts'
import type { Described, Held } from './held.ts'
import { privateOf, stateOf, stateText } from './record.ts'
import { type Asked, errorsIn, refusal, withoutAnswer, wordsOf } from './told.ts'

export interface StatesOptions {
  readonly pluginId: string
  /** The hash of the provider's binary; empty if it is unknown. */
  readonly binary: () => string
}

/** Recorded states, converted to the form of the present provider. */
export class States {
  readonly #client: TerraformClient
  readonly #options: StatesOptions
  readonly #known = new WeakMap<ValueMap, Promise<Held>>()

  constructor(client: TerraformClient, options: StatesOptions) {
    this.#client = client
    this.#options = options
  }

  /**
   * Returns the recorded state. Only the binary that has written a state certainly knows its form; any other binary upgrades it first, as
   * providers expect, which changes nothing outside.
   *
   * @param version of the schema with which the state was recorded
   */
  held(
    type: Described,
    spec: ValueMap,
    control: CallControl | undefined,
    version: number = type.version,
  ): Promise<Held> {
    const known = this.#known.get(spec)
    if (known !== undefined) return known
    const held = this.#read(type, spec, version, control)
    this.#known.set(spec, held)
    held.catch(() => this.#known.delete(spec))
    return held
  }

  async #read(type: Described, spec: ValueMap, version: number, control: CallControl | undefined): Promise<Held> {
    const { by } = keptOf(spec)
    const binary = this.#options.binary()
    const isOwn = binary !== '' && by === binary && version === type.version
    const state = isOwn
      ? this.#understood(() => stateOf(type, spec))
      : await this.#upgraded(type, spec, version, control)
    const identity = await this.#identity(type, spec, control)
    return { state, private: privateOf(spec), ...(identity !== undefined && { identity }) }
  }

  /** Returns the present form of a state that an earlier version of the type, or another binary, has written. */
  async #upgraded(
    type: Described,
    spec: ValueMap,
    version: number,
    control: CallControl | undefined,
  ): Promise<CtyValue> {
    const asked: Asked = { pluginId: this.#options.pluginId, method: 'provider.UpgradeResourceState' }
    const json = this.#understood(() => stateText(spec))
    const answer = await this.#client.upgradeState(type, { version, json }, control).catch((thrown: unknown) => {
      throw withoutAnswer(thrown, asked, 'none')
    })
    const errors = errorsIn(answer)
    if (errors.length > 0) throw refusal(errors.map(wordsOf), asked)
    return withWholeBlocks(type.block, answer.state)
  }

  /** Converts the record of another type to a state of this type; `undefined` if the provider cannot convert it. */
  async moved(
    type: Described,
    { spec, schemaVersion, former }: Pick<TakeOverRequest, 'spec' | 'schemaVersion' | 'former'>,
    control: CallControl | undefined,
  ): Promise<Held | undefined> {
    const asked: Asked = { pluginId: this.#options.pluginId, method: 'provider.MoveResourceState' }
    const request = {
      providerAddress: former.pluginId,
      typeName: ownName(former.type),
      // Slipway counts versions from 1, and providers count from 0.
      state: { version: schemaVersion - 1, json: this.#understood(() => stateText(spec)) },
      private: privateOf(spec),
      ...(type.identity !== undefined && { identitySchema: type.identity }),
    }
    const answer = await this.#client.moveState(type, request, control).catch((thrown: unknown) => {
      throw withoutAnswer(thrown, asked, 'none')
    })
    const { state, private: notes, identity } = answer
    if (errorsIn(answer).length > 0 || state === null) return undefined
    return {
      state: withWholeBlocks(type.block, state),
      private: notes,
      ...(identity !== undefined && identity !== null && { identity }),
    }
  }

  async #identity(type: Described, spec: ValueMap, control: CallControl | undefined): Promise<CtyValue | undefined> {
    const { identity, identityVersion } = keptOf(spec)
    const schema = type.identity
    if (schema === undefined || identity === undefined || identity === null) return undefined
    const version = Number(identityVersion ?? 0)
    if (version === schema.version) return this.#understood(() => valueToCty(schema.type, identity))
    const asked: Asked = { pluginId: this.#options.pluginId, method: 'provider.UpgradeResourceIdentity' }
    const recorded = { version, json: jsonText(identity) }
    const answer = await this.#client.upgradeIdentity(type.name, schema, recorded, control).catch((thrown: unknown) => {
      throw withoutAnswer(thrown, asked, 'none')
    })
    const errors = errorsIn(answer)
    if (errors.length > 0) throw refusal(errors.map(wordsOf), asked)
    return answer.identity
  }

  #understood<T>(read: () => T): T {
    try {
      return read()
    } catch (thrown) {
      const { pluginId } = this.#options
      const why = `what is recorded of the resource cannot be read: ${messageOf(thrown)}`
      throw refusal([why], { pluginId, method: 'provider.UpgradeResourceState' }, { code: 'protocol/bad-message' })
    }
  }
}
