/** Makes many calls to the port at the same time, and waits for the answers: `node caller.ts 1234 3000`. */
import { connectChannel, Service } from '@slipway/protocol'

const channel = connectChannel({ port: Number(process.argv[2]) })
for (let index = 0; index < Number(process.argv[3]); index++)
  channel.call(Service.HasFunction, { functionName: 'x' }).catch(() => {})
await channel.closed
