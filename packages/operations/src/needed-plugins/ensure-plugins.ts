import type { Blueprint } from '@slipway/engine'
import { packagesIn } from '@slipway/host'
import { namespaceOf } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import type { ProgramFile } from '../project/find-program.ts'
import type { MissingPlugin } from '../plugins/missing-plugins.ts'
import { sourcesNamedIn } from '../named-plugins/named-sources.ts'
import type { PluginsPart } from '../plugins/plugins-part.ts'
import { namespacesOf } from './prelaunched.ts'

/** Things that may need plugins. */
interface Needing {
  readonly blueprint?: Blueprint | undefined
  /** Only the packages in the program's project file count; further packages that the program registers are known only while it runs. */
  readonly program?: ProgramFile | undefined
  readonly state?: InstanceState | undefined
}

/** Installs missing plugins, where the project and the user allow it. */
export async function ensurePlugins(
  { plugins }: { readonly plugins: Pick<PluginsPart, 'ensure' | 'nameSources'> },
  needing: Needing,
): Promise<void> {
  if (needing.blueprint !== undefined) plugins.nameSources(sourcesNamedIn(needing.blueprint))
  await plugins.ensure(neededBy(needing))
}

/** Returns the plugins that the given things need. A state needs the plugins that made its records. */
function neededBy({ blueprint, program, state }: Needing): readonly MissingPlugin[] {
  const needed = new Map<string, MissingPlugin>()
  for (const namespace of program === undefined ? [] : namespacesOfProgram(program))
    needed.set(namespace, { namespace, version: '' })
  for (const namespace of namespacesOf(blueprint, undefined)) needed.set(namespace, { namespace, version: '' })
  for (const recorded of state?.resources ?? []) {
    const namespace = namespaceOf(recorded.type)
    needed.set(namespace, { namespace, version: '', recorded })
  }
  return [...needed.values()]
}

/** Returns the namespaces of a program's language and of the packages in its project file. */
function namespacesOfProgram({ runtime, described, directory }: ProgramFile): readonly string[] {
  const packages = packagesIn(described.packages, directory).map(({ name, descriptor: { form } }) =>
    form.form === 'pulumi' ? `${form.name}:` : `${name}:`,
  )
  return [`pulumi/language-${runtime}`, ...packages]
}
