import { Failure } from '@slipway/model'
import type { Settings } from './settings.ts'

export interface DebuggedPlugin {
  readonly id: string
  /** The port where Node waits for a debugger. */
  readonly inspectPort?: number
  /** The port of an already running plugin. */
  readonly attachPort?: number
}

/**
 * Returns the plugins that their authors debug, from `plugins.inspect` and `plugins.attach`.
 *
 * @throws Failure `cli/bad-setting`
 */
export function debuggedPlugins(settings: Settings): readonly DebuggedPlugin[] {
  const inspected = entriesOf(settings, 'inspect').map(([id, port]) => ({ id, inspectPort: portOf(id, port) }))
  const attached = entriesOf(settings, 'attach').map(([id, address]) => {
    const [, port] = /^(?:127\.0\.0\.1|localhost):(\d+)$/.exec(address) ?? []
    if (port !== undefined) return { id, attachPort: portOf(id, port) }
    throw new Failure(
      'cli/bad-setting',
      `${id} cannot be attached at "${address}": the address must be 127.0.0.1:PORT`,
      {
        hint: 'Slipway attaches only to plugins on this machine: --attach acme/notes=127.0.0.1:4711',
      },
    )
  })
  return [...inspected, ...attached]
}

function entriesOf(settings: Settings, key: string): readonly (readonly [id: string, text: string])[] {
  return Object.entries(settings.below('plugins', key)).map(([id, value]) => [
    id,
    typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '',
  ])
}

function portOf(id: string, text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Failure('cli/bad-setting', `${id} cannot be debugged at port ${text}: there is no such port`)
}
