import { runPlugin, type RunPluginRequest } from '@slipway/operations/run-plugin'
import { visible } from '@slipway/source/visible'
import type { Console } from '../console/console.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { passOn } from '../signals/pass-on-signals.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

/** `slipway plugin run KIND NAME -- args…`. The exit code is that of the plugin. */
export function runPluginInFront(
  request: Pick<RunPluginRequest, 'kind' | 'name' | 'args'>,
  options: Pick<BlueprintOptions, 'trust'>,
  console: Console,
): Promise<number> {
  const say = (message: string): void => console.err.write(`${visible(message)}\n`)
  return runPlugin(slipwayOf(console, options), { ...request, say, passOn, print })
}

/** Writes the bytes unchanged: they may not be text. */
function print(stream: 'stdout' | 'stderr', bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    // The reader may have gone away, as `head` does: then this does not wait.
    process[stream].write(bytes, () => resolve())
  })
}
