import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { type ProjectFiles, projectFiles } from '../trust/project-files.ts'
import { userConfigDirectory } from '../trust/user-folder.ts'
import { isWeaker, knownSetting, knownSettings, variableOf } from './known.ts'
import { settingFromText } from './read-value.ts'
import type { SettingsOfFile } from './read-file.ts'
import { Settings, type IgnoredSetting, type Setting, writtenKey } from './settings.ts'

/** A setting of a request, as text. */
export interface GivenSetting {
  /** The key of the setting: `plugins.require`. */
  readonly key: string
  readonly value: string
  /** The source for messages: `--set`, or a separate flag such as `--parallel`. */
  readonly origin?: string
}

export interface SettingSources {
  /** The folder of the project's slipway.config.yaml. */
  readonly directory: string
  readonly env: NodeJS.ProcessEnv
  /** The command's working directory. Default: `directory`. */
  readonly cwd?: string
  readonly given?: readonly GivenSetting[]
  /** Reads the project's file. Default: with the rules for a user who trusts no other user. */
  readonly files?: ProjectFiles
  /** Settings in this instance's `slipway.INSTANCE.config.yaml` override those in the project's file. */
  readonly instance?: string | undefined
}

export const settingsFileNames = [
  'slipway.config.yaml',
  'slipway.config.yml',
  'slipway.config.json',
  'slipway.config.jsonc',
] as const

/** Returns the possible names of the file with the settings of one instance. */
export function settingsFileNamesOf(instance: string): readonly string[] {
  return settingsFileNames.map((name) => name.replace('slipway.', () => `slipway.${instance}.`))
}

/**
 * Loads all settings. Strongest first: the given settings, the environment, the project's file for the instance, its file for all instances, the
 * user's file, the defaults.
 */
export async function loadSettings(sources: SettingSources): Promise<Settings> {
  const { directory, env, cwd = directory, given = [], files = projectFiles({ env }, directory), instance } = sources
  const ofUser = userConfigDirectory(env)
  const user = await fileLayer(ofUser, settingsFileNames, 'user', projectFiles({ env }, ofUser))
  const forAll = await fileLayer(directory, settingsFileNames, 'project', files)
  const forInstance =
    instance === undefined ? nothingSaid : await fileLayer(directory, settingsFileNamesOf(instance), 'project', files)
  const project = laidOver(forAll.settings, forInstance.settings)
  const { kept, weaker } = withoutWeaker(project, user.settings)
  const ignored = [...forAll.ignored, ...forInstance.ignored, ...weaker].map((each) =>
    ignoredText(each, user.file ?? join(ofUser, settingsFileNames[0])),
  )
  return new Settings(
    {
      user: user.settings,
      project: kept,
      ignored,
      stronger: [environmentLayer(env), given.map(givenSetting)],
    },
    { env, cwd },
  )
}

const nothingSaid: SettingsOfFile = { settings: [], ignored: [] }

function laidOver(below: readonly Setting[], above: readonly Setting[]): readonly Setting[] {
  const covered = new Set(above.map(({ path }) => writtenKey(path)))
  return [...below.filter(({ path }) => !covered.has(writtenKey(path))), ...above]
}

/** Removes the project's weaker values: a project may demand more checks than the user, but not fewer. */
function withoutWeaker(
  project: readonly Setting[],
  user: readonly Setting[],
): { readonly kept: readonly Setting[]; readonly weaker: readonly IgnoredSetting[] } {
  const weaker = project.filter(({ path, value }) => {
    const known = knownSetting(path)
    const own = user.find((each) => each.path.join('.') === path.join('.'))
    return known !== undefined && isWeaker(known, value, own?.value)
  })
  return {
    kept: project.filter((each) => !weaker.includes(each)),
    weaker: weaker.map(({ path, origin }) => ({ key: writtenKey(path), origin })),
  }
}

function ignoredText({ key, origin }: IgnoredSetting, file: string): string {
  return `${origin}: ${key} is ignored, because a project cannot switch off your protection; set it in ${file}`
}

/** Reads the settings of a file. Loads the YAML parser only if the file exists. */
async function fileLayer(
  directory: string,
  names: readonly string[],
  owner: 'user' | 'project',
  files: ProjectFiles,
): Promise<SettingsOfFile & { readonly file?: string }> {
  const file = names.map((name) => join(directory, name)).find((path) => existsSync(path))
  if (file === undefined) return nothingSaid
  const { readSettingsFile } = await import('./read-file.ts')
  const { settings, ignored } = readSettingsFile(file, owner, files)
  return { file, settings, ignored }
}

function environmentLayer(env: NodeJS.ProcessEnv): readonly Setting[] {
  return Object.entries(knownSettings).flatMap(([key, known]) => {
    const name = variableOf(key)
    const text = env[name]
    if (key.includes('*') || known.kind === 'tree' || text === undefined || text === '') return []
    return [settingOrFailure(name, key.split('.'), text)]
  })
}

function givenSetting({ key, value, origin = 'the request' }: GivenSetting): Setting {
  return settingOrFailure(origin, pathOf(key), value)
}

/**
 * Splits a key. A name chosen by the user comes last and may contain dots, as in `plugins.pin.celerity/aws`, or is quoted, as in
 * `providers."aws:".region`.
 */
function pathOf(key: string): readonly string[] {
  if (key.includes('"')) return quotedPath(key)
  const segments = key.split('.')
  for (let length = segments.length; length > 0; length--) {
    const path = [...segments.slice(0, length - 1), segments.slice(length - 1).join('.')]
    if (knownSetting(path) !== undefined) return path
  }
  return segments
}

/** Splits a key with quoted names, as in YAML and the documentation. Anything else stays one name, which is then reported as unknown. */
function quotedPath(key: string): readonly string[] {
  const names = /^(?:"[^"]*"|[^".]+)(?:\.(?:"[^"]*"|[^".]+))*$/.test(key) ? key.match(/"[^"]*"|[^".]+/g) : null
  return names?.map((name) => (name.startsWith('"') ? name.slice(1, -1) : name)) ?? [key]
}

function settingOrFailure(origin: string, path: readonly string[], text: string): Setting {
  const known = knownSetting(path)
  if (known === undefined || known.kind === 'tree') {
    throw new Failure('cli/unknown-setting', `${origin}: there is no setting ${path.join('.')} that can be set here`, {
      hint: didYouMean(path.join('.'), Object.keys(knownSettings)) ?? 'slipway config show lists the settings',
    })
  }
  const read = settingFromText(known, text)
  if ('problem' in read)
    throw new Failure('cli/bad-setting', `${origin}: ${path.join('.')} ${read.problem}, not "${text}"`)
  return { path, value: read.value, origin }
}
