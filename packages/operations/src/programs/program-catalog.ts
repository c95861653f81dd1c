import { Failure, type ValueMap } from '@slipway/model'
import { ProgramCatalog } from '@slipway/programs'
import { analyzingProvider } from '../policies/analyzing-provider.ts'
import { missingPackage } from '../plugins/installed-package.ts'
import { startPackage } from '../plugins/start-package.ts'
import type { KnownSettings } from '../provider-settings/known-settings.ts'
import type { PluginsPart } from '../plugins/plugins-part.ts'
import type { Policies } from '../policies/policies.ts'
import type { StorePart } from '../store/store-part.ts'
import type { ProgramFile } from '../project/find-program.ts'
import { redactingProvider } from '../redaction/redacting-plugin.ts'
import type { Redactor } from '../redaction/redactor.ts'
import type { ProgramConfig } from '@slipway/programs/stacks/stack-config'
import { version } from '../version.ts'
import { viewOfPrograms } from './policy-view.ts'

export interface CatalogParts {
  readonly program: Pick<ProgramFile, 'project'>
  readonly plugins: PluginsPart
  readonly store: StorePart
  readonly redactor: Redactor
  readonly policies: Policies
  readonly knownSettings: KnownSettings
  /** Reads the configuration of the stack. Absent: the stack has none. */
  readonly told?: (() => Promise<ProgramConfig>) | undefined
}

/** Makes the catalog of a program: its plugins, and the other stacks on this machine that it may read. */
export function programCatalog({
  program,
  plugins,
  store,
  redactor,
  policies,
  knownSettings,
  told,
}: CatalogParts): ProgramCatalog {
  const catalog: ProgramCatalog = new ProgramCatalog({
    version,
    start: async (wanted) => startPackage(plugins, wanted, await configurationFor(wanted.pkg, told, redactor)),
    stackOutputs: (name) => outputsOf(store, program, name),
    settings: {
      id: (inputs) => knownSettings.idOfInputs(inputs),
      between: (before, now) => knownSettings.between(before, now),
      recorded: (used) => knownSettings.recorded(used),
    },
    installed: (pkg) => plugins.pluginFor(`${pkg}:`),
    missing: (wanted) => missingPackage(plugins, wanted),
    wrapped: (provider) =>
      redactingProvider(
        policies.areThere ? analyzingProvider(provider, policies, (resource) => view.of(resource)) : provider,
        redactor.redact,
      ),
  })
  const view = viewOfPrograms(() => catalog)
  return catalog
}

/**
 * Returns the stack's configuration for a package, in the environment variables that Pulumi uses. Empty if the configuration cannot be decrypted:
 * its later use fails with the reason.
 */
async function configurationFor(
  pkg: string,
  told: CatalogParts['told'],
  redactor: Redactor,
): Promise<Readonly<Record<string, string>>> {
  const known = await told?.().catch(() => undefined)
  if (known === undefined) return {}
  for (const secret of known.secrets) redactor.learn(secret)
  const own = [...known.config].flatMap(([key, text]) =>
    key.startsWith(`${pkg}:`) ? [[key.slice(pkg.length + 1), text] as const] : [],
  )
  return { PULUMI_CONFIG: JSON.stringify(Object.fromEntries(own)) }
}

/** Returns the outputs of a stack. The name of the stack may include the project, or the organization and the project. */
async function outputsOf(
  { store }: StorePart,
  { project }: Pick<ProgramFile, 'project'>,
  name: string,
): Promise<ValueMap> {
  const parts = name.split('/')
  const stack = parts.at(-1) ?? ''
  const instance = `${parts.at(-2) ?? project}/${stack}`
  const state = await store.load(instance)
  if (state !== undefined) return state.instance.exports
  const known = (await store.instances()).map((each) => each.name)
  throw new Failure('programs/unknown-stack', `no stack ${instance} is recorded`, {
    hint: hintFor(instance, known),
  })
}

/** Writes a hint with the known stacks. The present run may itself be recorded, so a non-empty state proves nothing about other projects. */
function hintFor(instance: string, known: readonly string[]): string {
  const project = instance.slice(0, instance.lastIndexOf('/') + 1)
  const ofProject = known.filter((name) => name.startsWith(project))
  if (ofProject.length > 0) return thereAre(ofProject)
  const elsewhere = 'stacks of other projects are found only if they share one state: SLIPWAY_STATE names its folder'
  return known.length === 0 ? elsewhere : `${thereAre(known)}; ${elsewhere}`
}

function thereAre(names: readonly string[]): string {
  return `there are: ${names.join(', ')}`
}
