/** A provider with a resource that never becomes stable and that chooses its own port. */
import { computed, defineProvider, defineResource, serve } from '@slipway/sdk'
import * as z from 'zod'

const thing = defineResource({
  type: 'restless/thing',
  schema: z.object({ id: computed(z.string()) }),
  idField: 'id',
  settlement: 'find',
  deploy: ({ resourceId }) => ({ id: resourceId }),
  stabilised: () => process.env['RESTLESS_IS_CALM'] !== undefined,
  read: ({ resourceId }) => ({ id: resourceId }),
  destroy: () => {},
})

const { RESTLESS_PORT: port, RESTLESS_SOCKET: socket } = process.env
const listen = socket === undefined ? (port === undefined ? undefined : { port: Number(port) }) : { socket }
await serve(
  defineProvider({ id: 'acme/restless', version: '1.0.0', resources: [thing] }),
  listen === undefined ? {} : { listen },
)
