import { hostname } from 'node:os'
import { configured, type Plugin, type PluginContext, type PluginOption } from '@slipway/agent'
import { z } from 'zod'
import { ownVariables } from '../config/misspelt.ts'
import * as config from '../config/plugin.ts'

export const settingsSchema = z.strictObject({
  label: z
    .string()
    .regex(/^[\w.-]+$/, 'letters, digits, _ . and - only')
    .describe("the name of this instance: letters, digits, `_`, `.` and `-`; without it, the machine's name"),
})

/** The name of this instance of the program. Keys of all its data begin with it. */
export class ServiceLabel implements Plugin {
  name = 'servicelabel'
  readonly deps = { config: config.defaultPlugin }
  /** The label: the machine's name, unless one is configured. */
  label = hostname()

  /** `/slipway/agent/<label>/` */
  get prefix(): string {
    return `/slipway/agent/${this.label}/`
  }

  async init(context: PluginContext): Promise<void> {
    const { label } = this
    const settings = await context.use(this.deps.config).read(this.name, settingsSchema, { label }, ownVariables)
    if (settings !== undefined) this.label = settings.label
  }

  close(): void {}
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<ServiceLabel>[]): ServiceLabel {
  return configured(new ServiceLabel(), options)
}

export function useLabel(label: string): PluginOption<ServiceLabel> {
  return (plugin) => {
    plugin.label = label
  }
}

export function useDeps(change: (deps: ServiceLabel['deps']) => void): PluginOption<ServiceLabel> {
  return ({ deps }) => change(deps)
}
