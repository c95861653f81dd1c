import { coreFunctions, readBlueprint, type Blueprint } from '@slipway/engine'
import { listStacks } from '../configure/stacks.ts'
import { errorPages } from '../error-pages.ts'
import { findPlugins } from '../plugins/find-plugins.ts'
import { fileOf } from '../project/file-of.ts'
import { listPackages } from '../packages/list-packages.ts'
import { findProject, openProject, type ProjectRequest } from '../project/project.ts'
import { variablesFilesOf } from '../project/variables-files.ts'
import { blueprintText } from '../loading/blueprint-text.ts'
import { knownSettings } from '../settings/known.ts'
import type { Slipway } from '../slipway.ts'
import { listState } from '../state/list.ts'
import { listInstances } from './instances.ts'
import { resourcesInText, textOfStack, valuesOfVariables, variablesInText } from './of-stacks/names-in-stack.ts'

/** The kinds of names that a user types. */
export type NamedKind = keyof typeof lookUp

/**
 * Returns the names of a kind, for shell completion. They come from the state and the text of the blueprint or stack, so no plugin starts; only
 * values that a stack allows come from running the stack, if it is trusted. An unreadable source gives no names, and nothing fails.
 */
export async function namesOf(slipway: Slipway, kind: NamedKind, request: ProjectRequest): Promise<readonly string[]> {
  return [...new Set(await lookUp[kind](slipway, request))].toSorted()
}

type LookUp = (slipway: Slipway, request: ProjectRequest) => Promise<readonly string[]>

const lookUp = {
  resource: async (slipway, request) => [
    ...(await orNone(() => recorded(slipway, request))),
    // Commands accept only the names of a template's items, not of the template itself.
    ...(await declared(slipway, request, ({ resources }) =>
      [...resources.values()].filter(({ each }) => each === undefined).map(({ name }) => name),
    )),
    ...(await written(slipway, request, resourcesInText)),
  ],
  instance: async (slipway, request) => [
    ...(await orNone(async () =>
      (await listInstances(slipway, { ...request, instance: undefined })).map((instance) => instance.name),
    )),
    ...(await orNone(async () => {
      const file = fileOf(await findProject(slipway, { ...request, instance: undefined }, 'looks'))
      return file === undefined ? [] : [...variablesFilesOf(file).keys()]
    })),
  ],
  stack: (slipway, { file }) =>
    orNone(async () => (await listStacks(slipway, { folder: file })).map(({ name }) => name)),
  variable: async (slipway, request) => [
    ...(await declared(slipway, request, ({ variables }) => [...variables.keys()])),
    ...(await written(slipway, request, variablesInText)),
  ],
  'variable value': async (slipway, request) => [
    ...(await declared(slipway, request, ({ variables }) =>
      [...variables.values()].flatMap(({ name, allowedValues }) => allowedValues.map((value) => `${name}=${value}`)),
    )),
    ...(await orNone(() => valuesOfVariables(slipway, request))),
  ],
  export: (slipway, request) => declared(slipway, request, (blueprint) => [...blueprint.exports.keys()]),
  function: () => Promise.resolve([...coreFunctions.keys()]),
  code: () => Promise.resolve([...errorPages().keys()]),
  converter: (slipway) => orNone(() => converters(slipway)),
  setting: () => Promise.resolve(Object.keys(knownSettings)),
  package: (slipway, request) => orNone(async () => (await listPackages(slipway, request)).map(({ name }) => name)),
} as const satisfies Readonly<Record<string, LookUp>>

/** Returns the installed converters, and Slipway's own converter. */
async function converters(slipway: Slipway): Promise<readonly string[]> {
  const { settings, folders, trust } = await findProject(slipway, {}, 'looks', true)
  const { plugins } = findPlugins({ slipway, settings, folders, trust })
  const installed = plugins.filter(({ kind, dialect }) => kind === 'converter' && dialect.name === 'pulumi')
  return ['pulumi-yaml', ...installed.map((plugin) => plugin.dialect.called(plugin).name)]
}

async function recorded(slipway: Slipway, request: ProjectRequest): Promise<readonly string[]> {
  const { resources } = await listState(slipway, request)
  return resources.filter(({ type, status }) => type !== 'link' && status !== 'damaged').map(({ name }) => name)
}

/** Returns names in the text of a stack, read without running it. */
function written(
  slipway: Slipway,
  request: ProjectRequest,
  names: (source: string) => readonly string[],
): Promise<readonly string[]> {
  return orNone(() => Promise.resolve(names(textOfStack(slipway, request) ?? '')))
}

function declared(
  slipway: Slipway,
  request: ProjectRequest,
  names: (blueprint: Blueprint) => readonly string[],
): Promise<readonly string[]> {
  return orNone(async () => {
    const project = await openProject(slipway, request, 'looks')
    const { blueprint } = readBlueprint(project.blueprint.file, blueprintText(project))
    return blueprint === undefined ? [] : names(blueprint)
  })
}

/** Completion reports no errors. */
async function orNone(names: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await names()
  } catch {
    return []
  }
}
