import type { Blueprint } from '@slipway/engine'
import { packagesIn } from '@slipway/host'
import { namespaceOf } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import type { ProgramFile } from '../project/find-program.ts'
import type { MissingPlugin } from '../plugins/missing-plugins.ts'
import type { PluginsPart } from '../plugins/plugins-part.ts'
import { namespacesOf } from './prelaunched.ts'

/** Each of them may need plugins. */
interface Needing {
  readonly blueprint?: Blueprint | undefined
  /** The packages that its description names; those that it registers besides are known only while it runs. */
  readonly program?: ProgramFile | undefined
  readonly state?: InstanceState | undefined
}

/** Has the plugins installed that are needed and not there, where that may be. */
export async function ensurePlugins(
  { plugins }: { readonly plugins: Pick<PluginsPart, 'ensure'> },
  needing: Needing,
): Promise<void> {
  await plugins.ensure(neededBy(needing))
}

/** The plugins that they need; those of a state are the ones that made what is recorded. */
function neededBy({ blueprint, program, state }: Needing): readonly MissingPlugin[] {
  const needed = new Map<string, MissingPlugin>()
  for (const namespace of program === undefined ? [] : namespacesOfProgram(program))
    needed.set(namespace, { namespace, version: '' })
  for (const namespace of namespacesOf(blueprint, undefined, false)) needed.set(namespace, { namespace, version: '' })
  for (const recorded of state?.resources ?? []) {
    const namespace = namespaceOf(recorded.type)
    needed.set(namespace, { namespace, version: '', recorded })
  }
  return [...needed.values()]
}

/** Its language, and the packages that its description names. */
function namespacesOfProgram({ runtime, described, directory }: ProgramFile): readonly string[] {
  const packages = packagesIn(described.packages, directory).map(({ name, descriptor: { form } }) =>
    form.form === 'pulumi' ? `${form.name}:` : `${name}:`,
  )
  return [`pulumi/language-${runtime}`, ...packages]
}
