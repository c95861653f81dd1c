/**
 * The provider of a service that takes effect late (late-service.ts, at the address in the first argument). It keeps the two promises of
 * `find`: the resource id is the key of the order, so a thing is found by it, and ordered once. With the second argument `stubborn` it does
 * not end when asked.
 */
import { computed, defineProvider, defineResource, serve } from '@slipway/sdk'
import * as z from 'zod'

const [address = '', manners] = process.argv.slice(2)

const thing = defineResource({
  type: 'late/thing',
  schema: z.object({ label: z.string(), id: computed(z.string()) }),
  idField: 'id',
  settlement: 'find',
  async deploy({ resourceId, spec, signal }) {
    const made = await ask('POST', resourceId, { signal, body: spec.label })
    return { id: made?.id ?? '' }
  },
  async read({ resourceId, signal }) {
    return await ask('GET', resourceId, { signal })
  },
  async destroy({ resourceId, signal }) {
    await ask('DELETE', resourceId, { signal })
  },
})

const answer = z.object({ id: z.string(), label: z.string() })

async function ask(method: string, key: string, options: RequestInit): Promise<z.output<typeof answer> | undefined> {
  const headers = { 'plugin-pid': String(process.pid) }
  const response = await fetch(new URL(encodeURIComponent(key), address), { method, headers, ...options })
  const body = await response.text()
  return response.ok && body !== '' ? answer.parse(JSON.parse(body)) : undefined
}

await serve(defineProvider({ id: 'test/late', version: '1.0.0', resources: [thing] }))
if (manners === 'stubborn') process.removeAllListeners('SIGTERM').on('SIGTERM', () => undefined)
