import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@slipway/model'

/** Set by the author of a plugin that he starts himself, in a debugger: the port of `slipway up --attach ID=127.0.0.1:PORT`. */
const attachVariable = 'SLIPWAY_PLUGIN_ATTACH'

/** The port to attach to; `undefined`: a host has started this process, as usual. */
export function attachPort(env: NodeJS.ProcessEnv): number | undefined {
  const text = env[attachVariable] ?? ''
  if (text === '') return undefined
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Failure('protocol/bad-host-port', `${attachVariable} is "${text}", which is not a port`)
}

const pauseMs = 200

/** Connects to one host after the other, for as long as the process lives. */
export async function attach(
  serve: () => Promise<{ readonly host: { readonly closed: Promise<void> }; close(): Promise<void> }>,
  tell: (what: string) => void,
): Promise<never> {
  for (;;) {
    // No host listens yet, or none listens any more.
    const served = await serve().catch(() => undefined)
    if (served === undefined) {
      await sleep(pauseMs)
      continue
    }
    tell('attached')
    await served.host.closed
    await served.close()
    tell('detached')
  }
}
