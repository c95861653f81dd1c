import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import type { z } from 'zod'
import { settingOf } from './setting.ts'
import { type ConfigSources, variableName } from './sources.ts'

type Settings = Record<string, unknown>

/** See `Config.read`. */
export async function readSettings<T extends object>(
  sources: ConfigSources,
  plugin: string,
  schema: z.ZodType<T>,
  defaults: object | undefined,
): Promise<T | undefined> {
  const file = await settingsFile(sources, plugin)
  const text =
    file === undefined ? undefined : await readFile(file, 'utf8').catch((error: unknown) => refuse(file, error))
  const single = await singleSettings(sources, plugin, schema)
  if (defaults === undefined && text === undefined && Object.keys(single).length === 0) return undefined
  const fromFile = text === undefined ? {} : await parse(text, file ?? '')
  const checked = schema.safeParse({ ...defaults, ...fromFile, ...single })
  if (checked.success) return checked.data
  const details = checked.error.issues.map(({ path, message }) => `${[plugin, ...path].join('.')}: ${message}`)
  const [first = 'wrong settings', ...others] = details
  const origin = file === undefined ? '' : ` (${file})`
  throw new Failure('infra/bad-config', `${first}${origin}`, { details: others })
}

/** The file that a flag or a variable names; otherwise the file in the folder of settings, if there is one. */
async function settingsFile(sources: ConfigSources, plugin: string): Promise<string | undefined> {
  const { flags } = sources
  const named = flagValue(flags, `${plugin}-config`) ?? variable(sources, plugin, 'config')
  if (named !== undefined) return named
  const directory = givenDirectory(sources) ?? sources.directory
  if (directory === undefined) return undefined
  for (const ending of ['yaml', 'yml', 'json']) {
    const path = join(directory, `${plugin}.${ending}`)
    const found = await readFile(path).then(
      () => true,
      () => false,
    )
    if (found) return path
  }
  return undefined
}

/**
 * The folder of settings that a flag or a variable names.
 *
 * @throws Failure `infra/bad-config` when that is no folder
 */
export function givenDirectory(sources: ConfigSources): string | undefined {
  const flag = flagValue(sources.flags, 'config-dir')
  const directory = flag ?? variable(sources, 'config', 'dir')
  if (directory === undefined || statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true)
    return directory
  const name = flag === undefined ? 'CONFIG_DIR' : '--config-dir'
  throw new Failure('infra/bad-config', `there is no folder ${JSON.stringify(directory)}, which ${name} names`, {
    hint: 'correct the name, or leave it out',
  })
}

/** The names of the settings; `undefined`: unknown. */
export function settingsIn(schema: unknown): readonly string[] | undefined {
  const { shape } = schema as { shape?: object }
  return shape && Object.keys(shape)
}

/** Settings that are given one by one, as variables and as flags. Flags win. */
async function singleSettings(sources: ConfigSources, plugin: string, schema: unknown): Promise<Settings> {
  const { shape = {} } = schema as { shape?: Record<string, z.ZodType> }
  const settings: Settings = {}
  for (const [key, setting] of Object.entries(shape)) {
    const origin = `${plugin}.${key}`
    const text = flagValue(sources.flags, origin) ?? variable(sources, plugin, key)
    if (text !== undefined) settings[key] = await settingOf(text, setting, () => parseYaml(text, origin))
  }
  return settings
}

/** An empty variable counts as not set: many scripts and compose files cannot leave it out. */
function variable({ environment }: ConfigSources, plugin: string, key: string): string | undefined {
  return environment[`${variableName(plugin)}_${variableName(key)}`] || undefined
}

/** Reads `--name=value` or `--name value`. */
function flagValue(flags: readonly string[], name: string): string | undefined {
  for (const [index, flag] of flags.entries()) {
    if (flag === `--${name}`) return flags[index + 1]
    if (flag.startsWith(`--${name}=`)) return flag.slice(name.length + 3)
  }
  return undefined
}

async function parse(text: string, file: string): Promise<Settings> {
  const value = await parseYaml(text, file)
  if (value === null || value === undefined) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Settings
  throw new Failure('infra/bad-config', `${file} holds no settings: it must be a map of names and values`)
}

/** Reads YAML, of which JSON is a part. */
async function parseYaml(text: string, origin: string): Promise<unknown> {
  const { load } = await import('js-yaml')
  try {
    return load(text)
  } catch (error) {
    return refuse(origin, error)
  }
}

function refuse(origin: string, error: unknown): never {
  throw new Failure('infra/bad-config', `cannot read ${origin}: ${messageOf(error)}`, { cause: error })
}
