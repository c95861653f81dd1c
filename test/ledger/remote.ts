/**
 * `ledger/remote`: things of a service that is asked by HTTP and takes effect late (test/soak/late-service.ts). LEDGER_SERVICE
 * says where it is. A create is known by its tag, the resource id: asking for it twice makes one thing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { badInput, computed, defineResource, replacing, unexpected } from '@slipway/sdk'
import * as z from 'zod'

export interface RemoteThing {
  readonly id: string
  readonly tag: string
  readonly name: string
  readonly label: string
}

const askAgainMs = 50

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${process.env.LEDGER_SERVICE}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw unexpected(`the service answers ${response.status}`)
  return await response.json()
}

async function find(tag: string): Promise<RemoteThing | undefined> {
  const [thing] = (await call('GET', `/things?tag=${encodeURIComponent(tag)}`)) as RemoteThing[]
  return thing
}

async function made(tag: string): Promise<RemoteThing> {
  for (;;) {
    const thing = await find(tag)
    if (thing !== undefined) return thing
    await sleep(askAgainMs)
  }
}

/** Makes a test's provider refuse these values, or hang after its work with them. */
export function refuseWhatIsMarked(...values: readonly string[]): void {
  if (values.some((value) => value.endsWith('!refuse'))) throw badInput('that is not allowed')
}

export function getStuckWithWhatIsMarked(...values: readonly string[]): void {
  if (values.some((value) => value.endsWith('!half'))) throw unexpected('it got stuck half-way')
}

export const remote = defineResource({
  type: 'ledger/remote',
  schema: z.object({
    label: z.string(),
    kind: replacing(z.string().default('plain')),
    id: computed(z.string()),
  }),
  idField: 'id',
  settlement: 'find',

  async deploy({ resourceId: tag, resourceName: name, spec: { label, kind }, current }) {
    refuseWhatIsMarked(label, kind)
    const known = current?.spec.id
    if (known === undefined) await call('POST', '/things', { tag, name, label })
    else await call('PUT', `/things/${known}`, { name, label })
    const id = known ?? (await made(tag)).id
    getStuckWithWhatIsMarked(label, kind)
    return { id }
  },

  async read({ resourceId }) {
    const thing = await find(resourceId)
    return thing && { id: thing.id, label: thing.label }
  },

  async destroy({ resourceId, spec }) {
    const id = spec.id ?? (await find(resourceId))?.id
    if (id !== undefined) await call('DELETE', `/things/${id}`)
  },
})
