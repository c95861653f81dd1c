import { type ListedThings, type Value, type ValueMap, valueMap } from '@slipway/model'
import { listResources } from '@slipway/operations/look/list-resources'
import { visible } from '@slipway/source/visible'
import type { Console } from '../console/console.ts'
import { type BlueprintOptions, usage } from '../requests/options.ts'
import { jsonReport } from '../output/values/json-value.ts'
import { projectRequest } from '../requests/requests.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { interruptionOf, stopSignals } from '../signals/stop-signals.ts'

export interface ListOptions extends BlueprintOptions {
  readonly query: readonly string[]
  readonly limit?: number
  readonly configuration?: string
}

const usualLimit = 1000

/** `slipway import --list TYPE`. */
export async function showList(type: string, options: ListOptions, console: Console): Promise<void> {
  const signals = stopSignals()
  const say = sayEvents(console)
  const { limit = usualLimit, configuration } = options
  try {
    const request = {
      ...projectRequest(undefined, options),
      type,
      query: queryOf(options.query),
      limit,
      configuration,
      stop: signals.stop,
    }
    const found = await listResources(slipwayOf(console, options), request, (event) => {
      if (event.type === 'started') signals.watch(() => undefined)
      else say(event)
    })
    if (options.json === true) console.out.write(jsonReport({ resourceType: type, ...found }))
    else show(found, type, console)
  } catch (error) {
    throw interruptionOf(error, signals)
  } finally {
    signals.release()
  }
}

function show({ things, isCut }: ListedThings, type: string, console: Console): void {
  const width = Math.max(0, ...things.map(({ id }) => visible(id).length))
  for (const { id, name } of things)
    console.out.write(`${`${visible(id).padEnd(width)}  ${visible(name)}`.trimEnd()}\n`)
  if (things.length === 0) console.err.write(`there is no ${type}\n`)
  if (isCut) console.err.write(`there may be more than these ${things.length}: choose with --limit or --query\n`)
}

/** Reads `region=eu`. A value that reads as a number or a boolean becomes one. */
function queryOf(given: readonly string[]): ValueMap {
  return valueMap(
    given.map((text) => {
      const at = text.indexOf('=')
      if (at < 1) throw usage(`--query ${text} is not a filter such as NAME=VALUE`)
      return [text.slice(0, at), wordOf(text.slice(at + 1))] as const
    }),
  )
}

function wordOf(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text
}
