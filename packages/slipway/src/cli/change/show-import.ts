import { importResource } from '@slipway/operations/change/import-resource'
import { refuseOverwriting } from '@slipway/operations/forms/write-fragment'
import { showFragment } from './reconcile.ts'
import type { Console } from '../console/console.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { jsonReport } from '../output/values/json-value.ts'
import { blueprintRequest, instanceWish } from '../requests/requests.ts'
import { sayWaiting } from '../reporting/say-events.ts'
import { installingSlipwayOf, slipwayOf } from '../requests/slipway-of.ts'
import { interruptionOf, stopSignals } from '../signals/stop-signals.ts'

/** `slipway import RESOURCE ID`. */
export async function showImport(
  what: { readonly resource: string; readonly id: string },
  file: string | undefined,
  options: BlueprintOptions & { readonly out?: string },
  console: Console,
): Promise<void> {
  if (options.out !== undefined) refuseOverwriting(slipwayOf(console, options), options.out)
  const signals = stopSignals()
  const waiting = sayWaiting(console)
  try {
    const request = {
      ...blueprintRequest(file, options, console),
      ...instanceWish(options, console),
      ...what,
      waitMs: (options.wait ?? 0) * 1000,
      stop: signals.stop,
    }
    const { instance, resource } = await importResource(
      installingSlipwayOf(console, options, signals.stop),
      request,
      (event) => {
        if (event.type === 'started') signals.watch(() => undefined)
        else waiting.observe(event)
      },
    )
    const { name, type, id: resourceId } = resource
    if (options.json === true) console.out.write(jsonReport({ instance, name, resourceType: type, resourceId }))
    else
      console.err.write(
        `${name} (${type}) is a resource of ${instance} now; slipway plan shows what up would change.\n`,
      )
    // Finds the resource by its id: a failed attempt may have the same name.
    if (options.out !== undefined) await showFragment(console, resourceId, file, options)
  } catch (error) {
    throw interruptionOf(error, signals)
  } finally {
    waiting.end()
    signals.release()
  }
}
