import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { basename, delimiter, isAbsolute, join, sep } from 'node:path'
import { pluginPackages } from '@slipway/host'
import { realFolder } from '../reading/real-folder.ts'
import { taskPluginsIn } from '../reading/task-folders.ts'
import { isElsewhere } from '../settings/given-text.ts'
import type { SettingValue } from '../settings/known.ts'
import { pluginDirectory } from '../settings/plugin-path.ts'
import { type Setting, writtenKey } from '../settings/settings.ts'
import { stateBeside } from './folders.ts'
import { projectFileIn } from '@slipway/programs/stacks/project-file'
import { repositoryOf } from '../trust/repository.ts'
import type { BroughtByFolder } from '../trust/folder-trust.ts'
import type { Brought } from '../trust/trust-mode.ts'
import { homeOf } from '../home.ts'

/**
 * The project settings that bring something, with a word for it; `*` stands for any name. This list is complete. A setting that switches a
 * check off, like `plugins.attach`, is never a project setting: see `ignoredOfProject` in known.ts.
 */
const settingsThatBring: readonly (readonly [key: string, what: string])[] = [
  ['plugins.path', 'plugin path'],
  // This setting can make an installed plugin fetch and run another plugin.
  ['plugins.packages.*.*', 'package'],
  ['policyPacks', 'policy pack'],
  ['state.place', 'state in another place,'],
  ['tasks', 'stage tasks'],
]

const packageFile = 'package.json'

/** True for a setting that only a trusted folder may make. */
export function needsTrust({ path, value }: Pick<Setting, 'path' | 'value'>): boolean {
  return wordsFor(path) !== undefined || pointersIn(value).length > 0
}

/** A folder to examine, with its settings. */
export interface LookedInto {
  /** Absolute. */
  readonly folder: string
  /** The settings in the folder's own file. */
  readonly settings: readonly Setting[]
  readonly env: NodeJS.ProcessEnv
}

interface Brings extends BroughtByFolder {
  /** Absolute paths of files other than settings that name programs to launch. */
  readonly namingFiles: readonly { readonly file: string; readonly what: string }[]
}

/**
 * Lists everything that a folder brings and that needs trust. No other code decides this. The list is empty for a blueprint with only installed
 * plugins.
 */
export function broughtBy({ folder, settings, env }: LookedInto): Brings {
  const program = projectFileIn(folder)
  const ofPath = ownDirectoriesOfPath(folder, env)
  const { packages } = pluginPackages(folder)
  const things = [
    ...settings.flatMap(broughtBySetting),
    ...(program === undefined ? [] : [{ what: 'program', place: basename(program) }]),
    ...(hasTasks(join(folder, 'tasks')) ? [{ what: 'stage tasks', place: 'tasks/' }] : []),
    ...(hasStateOfAnother(folder, env) ? [{ what: 'state in another place', place: '.slipway' }] : []),
    ...ofPath.map((place) => ({ what: 'plugins', place })),
    ...packages.map(({ name }) => ({ what: `plugin ${name}`, place: packageFile })),
  ]
  const namingFiles = [
    ...(program === undefined ? [] : [{ file: program, what: 'project file' }]),
    ...(packages.length === 0 ? [] : [{ file: join(folder, packageFile), what: 'package file' }]),
  ]
  return { things, namingFiles, pluginPaths: settings.flatMap(pluginPathsIn), ofPath }
}

/** True if the state is a symbolic link: the folder's blueprint could then change or destroy another project's resources. */
function hasStateOfAnother(folder: string, env: NodeJS.ProcessEnv): boolean {
  const isNamed = (env['SLIPWAY_STATE'] ?? '') !== ''
  return !isNamed && lstatSync(stateBeside(folder), { throwIfNoEntry: false })?.isSymbolicLink() === true
}

function pluginPathsIn({ path, value, base = '' }: Setting): readonly string[] {
  if (path.join('.') !== 'plugins.path' || !Array.isArray(value)) return []
  return value.flatMap((each) => (typeof each === 'string' ? [pluginDirectory(base, each)] : []))
}

/** True if the folder has tasks. An unreadable folder may have some. */
function hasTasks(directory: string): boolean {
  try {
    return taskPluginsIn(directory).length > 0
  } catch {
    return true
  }
}

function broughtBySetting({ path, value, origin: place }: Setting): readonly Brought[] {
  const words = wordsFor(path)
  const own = words === undefined ? [] : [`${words} ${textOf(path, value)}`]
  const all = [...own, ...pointersIn(value).map((to) => `${writtenKey(path)}, which points to ${to}`)]
  return all.map((what) => ({ what: inOneLine(what), place }))
}

/** Escapes line breaks, so that a folder cannot add lines of its own to the trust question. */
export function inOneLine(text: string): string {
  return text.replaceAll('\n', String.raw`\n`)
}

function wordsFor(path: readonly string[]): string | undefined {
  return settingsThatBring.find(([key]) => {
    const segments = key.split('.')
    return segments.length === path.length && segments.every((name, at) => name === '*' || name === path[at])
  })?.[1]
}

/** Finds all `env:NAME` and `file:PATH` anywhere in a value. */
function pointersIn(value: SettingValue): readonly string[] {
  if (typeof value === 'string') return isElsewhere(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(pointersIn)
}

function textOf(path: readonly string[], value: SettingValue): string {
  const texts = Array.isArray(value) ? value : [value]
  const isText = texts.every((text) => typeof text === 'string') && path[1] !== 'packages'
  return isText ? texts.join(', ') : writtenKey(path)
}

/**
 * Finds directories in the PATH that belong to the folder or its repository and contain plugins: npm and npx put `node_modules/.bin` there. The
 * paths are absolute, spelled as in the PATH.
 */
function ownDirectoriesOfPath(folder: string, env: NodeJS.ProcessEnv): readonly string[] {
  const listed = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  if (listed.length === 0) return []
  const real = realFolder(folder)
  const home = realFolder(homeOf(env))
  // If the home directory is a repository, its plugins are the user's own.
  const own = [repositoryOf(real)?.root ?? real, real].find((root) => !isBelow(home, root))
  if (own === undefined) return []
  return listed.filter((path) => isBelow(realFolder(path), own) && existsSync(path) && holdsPlugins(path))
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

function holdsPlugins(directory: string): boolean {
  try {
    return readdirSync(directory).some((name) => /^pulumi-(resource|language|analyzer|converter|tool)-/.test(name))
  } catch {
    return false
  }
}
