import { type CallControl, type FetchRequest, mapEntries, PassedOn, type ValueMap } from '@slipway/model'
import type { EphemeralLease, TerraformClient } from '../client/client.ts'
import type { TypeSchema } from '../schema/schema.ts'
import { argumentsOf, exported, type Reading } from './data-source.ts'
import { putOffCode } from './planning.ts'
import { type Asked, deferralIn, errorsIn, refusal, withoutAnswer, wordsOf } from './told.ts'

/** An open ephemeral resource. */
interface Open {
  readonly client: TerraformClient
  readonly name: string
  held: Uint8Array | undefined
  timer?: NodeJS.Timeout
}

/** The time between an early renewal and the moment when it is due, in milliseconds. */
const earlyMs = 10_000

/** The longest wait of a timer, in milliseconds. */
const longestMs = 2 ** 31 - 1

/**
 * The ephemeral resources of one process of a provider. Each is opened when a run needs its values, renewed while the process lives, and
 * closed before it ends. The values are only passed on: nothing records them.
 */
export class Ephemerals {
  readonly #open = new Set<Open>()

  async opened(
    { client, pluginId }: Reading,
    { type, request }: { readonly type: TypeSchema; readonly request: FetchRequest },
    control: CallControl | undefined,
  ): Promise<ValueMap> {
    const asked: Asked = { pluginId, method: 'provider.OpenEphemeralResource' }
    const config = argumentsOf(type, request, asked)
    const failed = (thrown: unknown): never => {
      throw withoutAnswer(thrown, asked, 'none')
    }
    const checked = errorsIn(await client.validateEphemeral(type, config, control).catch(failed))
    if (checked.length > 0) throw refusal(checked.map(wordsOf), asked)
    const answer = await client.openEphemeral(type, config, control).catch(failed)
    const errors = errorsIn(answer)
    if (errors.length > 0) throw refusal(errors.map(wordsOf), asked)
    const deferral = deferralIn(answer)
    if (deferral !== undefined) throw refusal([deferral], asked, { code: putOffCode })
    const open: Open = { client, name: type.name, held: answer.private }
    this.#open.add(open)
    this.#renewLater(open, answer)
    return mapEntries(exported(request, answer.result), (value) => new PassedOn(value))
  }

  #renewLater(open: Open, { renewAt }: EphemeralLease): void {
    if (renewAt === undefined) return
    const inMs = Math.min(Math.max(renewAt - Date.now() - earlyMs, 1_000), longestMs)
    open.timer = setTimeout(() => void this.#renew(open), inMs)
    open.timer.unref()
  }

  /** Renews a value. A value that cannot be renewed is used until it expires. */
  async #renew(open: Open): Promise<void> {
    try {
      const lease = await open.client.renewEphemeral(open.name, open.held, { deadlineMs: earlyMs })
      open.held = lease.private ?? open.held
      if (errorsIn(lease).length === 0 && this.#open.has(open)) this.#renewLater(open, lease)
    } catch {
      clearTimeout(open.timer)
    }
  }

  /**
   * Closes the open resources of the process. Never fails: the provider closes the others itself.
   *
   * @param client the last way to the process
   */
  async close(client: Pick<TerraformClient, 'closeEphemeral'>): Promise<void> {
    const all = [...this.#open]
    this.#open.clear()
    await Promise.allSettled(
      all.map(({ name, held, timer }) => {
        clearTimeout(timer)
        return client.closeEphemeral(name, held, { deadlineMs: 5_000 })
      }),
    )
  }
}
