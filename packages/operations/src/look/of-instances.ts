import type { NotLookedAt } from '@slipway/engine'
import { type Diagnostic, diagnosticsOf } from '@slipway/model'
import type { Project } from '../project/project.ts'
import { instancesWithSettings, variablesFilesOf } from '../project/variables-files.ts'

/** The findings for one instance. */
export interface Found {
  readonly diagnostics: readonly Diagnostic[]
  readonly notLookedAt: readonly NotLookedAt[]
}

/**
 * Checks a blueprint or stack for each instance that has its own files. Without such files, checks only the request's instance. With such files,
 * skips an unnamed instance that has none, because it has no values. Opens each instance separately, because its settings and the things in its
 * files that need trust are its own.
 *
 * @param meant the project of the requested instance
 * @param file the absolute path of the blueprint or stack
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

/** Merges equal diagnostics. If a mistake does not concern all instances, the merged diagnostic names the affected instances. */
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
