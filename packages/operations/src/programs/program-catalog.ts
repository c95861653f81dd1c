import { createHash } from 'node:crypto'
import { acceptedBy, viewDeskOf } from '@slipway/host'
import { Failure, isMap, type ValueMap, valueMap } from '@slipway/model'
import { ProgramCatalog, type RunningPackage, type WantedPackage } from '@slipway/programs'
import { analyzingProvider } from '../parts/analyzing-provider.ts'
import type { PluginsPart } from '../parts/plugins-part.ts'
import type { Policies } from '../parts/policies.ts'
import type { StorePart } from '../parts/store-part.ts'
import type { ProgramFile } from '../project/find-program.ts'
import { redactingProvider } from '../redaction/redacting-plugin.ts'
import type { Redactor } from '../redaction/redactor.ts'
import { version } from '../version.ts'

export interface CatalogParts {
  readonly program: ProgramFile
  readonly plugins: PluginsPart
  readonly store: StorePart
  readonly redactor: Redactor
  readonly policies: () => Policies
}

/** The plugins of a program, and the other stacks that it may read, from what this machine has. */
export function programCatalog({ program, plugins, store, redactor, policies }: CatalogParts): ProgramCatalog {
  return new ProgramCatalog({
    version,
    start: (wanted) => startPackage(plugins, wanted),
    stackOutputs: (name) => outputsOf(store, program, name),
    installed: (pkg) => plugins.pluginFor(`${pkg}:`),
    wrapped: (provider) =>
      redactingProvider(
        policies().areThere ? analyzingProvider(provider, policies(), inputsOf) : provider,
        redactor.redact,
      ),
  })
}

/** Policies are about what the program gives. */
function inputsOf({ inputs = null }: ValueMap): ValueMap {
  return isMap(inputs) ? inputs : valueMap()
}

async function startPackage(plugins: PluginsPart, { pkg, use, parameter }: WantedPackage): Promise<RunningPackage> {
  const plugin = plugins.pluginFor(`${pkg}:`)
  if (plugin === undefined)
    throw new Failure('cli/no-provider', `no plugin for ${pkg} is installed`, {
      hint: `pulumi-resource-${pkg} must be on the PATH, or in the plugin folder of Pulumi; slipway plugin list shows what there is`,
    })
  const running = await plugins.host.connect(plugin.id, processOf(use), parameter)
  return {
    pluginId: plugin.id,
    channel: running.channel,
    launch: () => running.hostId,
    views: () => viewDeskOf(running),
    greeted: () => {
      const accepted = acceptedBy(running)
      return accepted && { secrets: accepted.secrets, resources: accepted.resources, preview: true }
    },
  }
}

/** The name of a process that one provider of a program has for itself: `eu-1f0c…`. It may stand in names of files. */
function processOf(urn: string): string | undefined {
  if (urn === '') return undefined
  const name = (urn.split('::')[3] ?? '').replaceAll(/[^\w-]/g, '-').slice(0, 40)
  return `${name}-${createHash('sha256').update(urn).digest('hex').slice(0, 12)}`
}

/** A stack is called by its name alone, or with its project, or with an organization before that. */
async function outputsOf({ store }: StorePart, { project }: ProgramFile, name: string): Promise<ValueMap> {
  const parts = name.split('/')
  const stack = parts.at(-1) ?? ''
  const instance = `${parts.at(-2) ?? project}/${stack}`
  const state = await store.load(instance)
  if (state !== undefined) return state.instance.exports
  const others = (await store.instances()).map((each) => each.name)
  throw new Failure('programs/unknown-stack', `nothing is recorded of the stack ${instance}`, {
    hint:
      others.length === 0
        ? 'stacks of other projects are found where they share their state: SLIPWAY_STATE names its folder'
        : `there are: ${others.join(', ')}`,
  })
}
