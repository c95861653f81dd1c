import type { NotLookedAt } from '@slipway/engine'
import { type Diagnostic, diagnosticsOf } from '@slipway/model'
import type { Project } from '../project/project.ts'
import { instancesWithSettings, variablesFilesOf } from '../project/variables-files.ts'

/** What was found for one instance. */
export interface Found {
  readonly diagnostics: readonly Diagnostic[]
  readonly notLookedAt: readonly NotLookedAt[]
}

/**
 * Looks at a blueprint or stack as each instance has it that has files of its own. Without such files there is only the one that is meant;
 * with them, one that nobody has named and that has none has no values, and is left out. Each is opened on its own, as its settings and
 * what needs trust in its files are its own.
 *
 * @param meant the project of the instance that is meant
 * @param file the blueprint or stack, absolute
 */
export async function lookAtEach<P extends Project>(
  meant: P,
  file: string,
  open: (instance: string) => Promise<P>,
  look: (project: P) => Promise<Found>,
): Promise<Found> {
  const withValues = [...variablesFilesOf(file).keys()]
  const isLookedAt = meant.isInstanceGiven || withValues.length === 0
  const instances = isLookedAt ? [...new Set([meant.instance, ...withValues])] : withValues
  const opened = async (instance: string | undefined): Promise<P> =>
    instance === undefined || instance === meant.instance ? meant : await open(instance)
  const all: [instance: string | undefined, found: Found][] = []
  for (const instance of instances) all.push([instance, await orMistakes(async () => look(await opened(instance)))])
  for (const instance of instancesWithSettings(meant.folders.project)) {
    if (instances.includes(instance)) continue
    all.push([instance, await orMistakes(async () => (await open(instance), nothingFound))])
  }
  return {
    diagnostics: toldOnce(all, instances.length),
    notLookedAt: distinct(all.flatMap(([, { notLookedAt }]) => notLookedAt)),
  }
}

const nothingFound: Found = { diagnostics: [], notLookedAt: [] }

async function orMistakes(look: () => Promise<Found>): Promise<Found> {
  try {
    return await look()
  } catch (error) {
    const diagnostics = diagnosticsOf(error)
    if (diagnostics === undefined) throw error
    return { diagnostics, notLookedAt: [] }
  }
}

/** What is wrong for some instances and not for all is told with their names. */
function toldOnce(
  all: readonly (readonly [instance: string | undefined, found: Found])[],
  count: number,
): readonly Diagnostic[] {
  const flat = all.flatMap(([instance, { diagnostics }]) => diagnostics.map((diagnostic) => ({ instance, diagnostic })))
  return Map.groupBy(flat, ({ diagnostic }) => JSON.stringify(diagnostic))
    .values()
    .flatMap(([first, ...more]) => {
      if (first === undefined) return []
      const names = [...new Set([first, ...more].map(({ instance }) => instance))]
      const { diagnostic } = first
      const isOfFile = names.some((name) => name !== undefined && diagnostic.file?.includes(`.${name}.`) === true)
      if (names.length === count || isOfFile) return [diagnostic]
      return [{ ...diagnostic, message: `${diagnostic.message} (with the values of ${names.join(', ')})` }]
    })
    .toArray()
}

function distinct<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}
