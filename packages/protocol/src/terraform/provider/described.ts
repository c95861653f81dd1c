import type { CallControl } from '@slipway/model'
import type { TerraformClient, Told } from '../client/client.ts'
import type { IdentitySchema, ProviderSchemas, SchemaBook, TypeSchema } from '../schema/schema.ts'
import { ownName } from '../definition/definition.ts'
import type { Described } from './held.ts'
import { type Asked, errorsIn, refusal, withoutAnswer, wordsOf } from './told.ts'

/** The types of a provider, which are requested once. */
export class Descriptions {
  readonly #client: TerraformClient
  readonly #pluginId: string
  #schemas: Promise<ProviderSchemas> | undefined
  #identities: Promise<SchemaBook<IdentitySchema>> | undefined

  constructor(client: TerraformClient, pluginId: string) {
    this.#client = client
    this.#pluginId = pluginId
  }

  schemas(control?: CallControl): Promise<ProviderSchemas> {
    if (this.#schemas === undefined) {
      const asked = this.#answered('provider.GetProviderSchema', this.#client.schemas(control))
      asked.catch(() => (this.#schemas = undefined))
      this.#schemas = asked
    }
    return this.#schemas
  }

  /**
   * Returns a resource type.
   * @param name with its namespace: `tflocal/local_file`
   */
  async resource(name: string, control?: CallControl): Promise<Described> {
    const { resources } = await this.schemas(control)
    const type = this.#known(resources.get(ownName(name)), name, 'resource')
    const identity = (await this.identities(control)).get(type.name)
    return identity === undefined ? type : { ...type, identity }
  }

  async dataSource(name: string, control?: CallControl): Promise<TypeSchema> {
    return this.#known((await this.schemas(control)).dataSources.get(ownName(name)), name, 'data source')
  }

  identities(control?: CallControl): Promise<SchemaBook<IdentitySchema>> {
    if (this.#identities === undefined) {
      const asked = this.#identityBook(control)
      asked.catch(() => (this.#identities = undefined))
      this.#identities = asked
    }
    return this.#identities
  }

  async #identityBook(control?: CallControl): Promise<SchemaBook<IdentitySchema>> {
    const answer = this.#client.identitySchemas(control)
    return (await this.#answered('provider.GetResourceIdentitySchemas', answer)).identities
  }

  #known<T>(schema: T | undefined, name: string, what: string): T {
    if (schema !== undefined) return schema
    throw refusal([`it has no ${what} ${name}`], { pluginId: this.#pluginId, method: 'provider.GetProviderSchema' })
  }

  async #answered<T extends Told>(method: string, answer: Promise<T>): Promise<T> {
    const asked: Asked = { pluginId: this.#pluginId, method }
    const told = await answer.catch((thrown: unknown) => {
      throw withoutAnswer(thrown, asked, 'none')
    })
    const errors = errorsIn(told)
    if (errors.length > 0) throw refusal(errors.map(wordsOf), asked)
    return told
  }
}
