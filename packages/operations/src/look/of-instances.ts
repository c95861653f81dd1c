import type { NotLookedAt } from '@slipway/engine'
import { type Diagnostic, diagnosticsOf } from '@slipway/model'
import { openProject, type Project, type ProjectRequest } from '../project/project.ts'
import { instancesWithSettings, variablesFilesOf } from '../project/variables-files.ts'
import type { Slipway } from '../slipway.ts'

/** What was found for one instance. */
export interface Found {
  readonly diagnostics: readonly Diagnostic[]
  readonly notLookedAt: readonly NotLookedAt[]
}

/**
 * Looks at a blueprint or stack as each instance has it that has files of its own. Without such files there is only the one that is meant;
 * with them, one that nobody has named and that has none has no values, and is left out.
 *
 * @param file the blueprint or stack, absolute
 */
export async function lookAtEach(
  slipway: Slipway,
  request: ProjectRequest,
  { instance: meant, isInstanceGiven, folders }: Pick<Project, 'instance' | 'isInstanceGiven' | 'folders'>,
  file: string,
  look: (instance: string | undefined) => Promise<Found>,
): Promise<Found> {
  const withValues = [...variablesFilesOf(file).keys()]
  const isLookedAt = isInstanceGiven || withValues.length === 0
  const instances = isLookedAt ? [...new Set([meant, ...withValues])] : withValues
  const all: [instance: string | undefined, found: Found][] = []
  for (const instance of instances) all.push([instance, await look(instance)])
  for (const instance of instancesWithSettings(folders.project))
    all.push([instance, { diagnostics: await mistakesInSettings(slipway, { ...request, instance }), notLookedAt: [] }])
  return {
    diagnostics: toldOnce(all, instances.length),
    notLookedAt: distinct(all.flatMap(([, { notLookedAt }]) => notLookedAt)),
  }
}

async function mistakesInSettings(slipway: Slipway, request: ProjectRequest): Promise<readonly Diagnostic[]> {
  try {
    await openProject(slipway, request, 'looks')
    return []
  } catch (error) {
    const diagnostics = diagnosticsOf(error)
    if (diagnostics === undefined) throw error
    return diagnostics
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
