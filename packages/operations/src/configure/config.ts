import { Failure, type Value, valueMap } from '@slipway/model'
import { didYouMean, treeToValue } from '@slipway/source'
import { inTurn } from '@slipway/stores/sqlite'
import type { Slipway } from '../slipway.ts'
import {
  type ConfigPath,
  configPath,
  valueAt,
  withoutValueAt,
  withValueAt,
  writtenValue,
  yamlLines,
} from '@slipway/programs/stacks/config-path'
import { isOfType, typeText } from '@slipway/programs/stacks/declared-config'
import { MapEdit, scalar } from '@slipway/programs/stacks/edit-map'
import { fullKey } from '@slipway/programs/stacks/pulumi-project'
import { configOf, type ConfigValue } from '@slipway/programs/stacks/stack-config'
import { readStackFile, type StackFile } from '@slipway/programs/stacks/stack-file'
import { StackSecrets } from '@slipway/programs/stacks/stack-secrets'
import type { StackPlace } from '@slipway/programs/stacks/which-stack'
import { writeWhole } from '@slipway/programs/stacks/write-file'
import { placeOf, stackMeant, type StackRequest } from './place.ts'

export interface NamedConfig extends ConfigValue {
  /** `shop:name` */
  readonly key: string
}

/**
 * Lists the configuration of a stack, sorted by key, including the project's values for all stacks.
 *
 * @param isOpened false: secrets stay sealed and have no value, which needs no passphrase
 */
export async function listConfig(
  slipway: Slipway,
  request: StackRequest,
  { isOpened = true }: { readonly isOpened?: boolean } = {},
): Promise<readonly NamedConfig[]> {
  const place = await placeOf(slipway, request)
  const stack = await stackMeant(place, slipway, request, false)
  return named(await valuesOf(slipway, place, stack, isOpened))
}

/** The key of a value, or of a part of a value. */
export interface ConfigKey {
  readonly key: string
  /** Whether `key` is a path, such as `net.hosts[0]`. */
  readonly isPath?: boolean
}

/** Returns one value of a stack's configuration. Fails with `stack/no-config` if there is none. */
export async function getConfig(slipway: Slipway, request: StackRequest, asked: ConfigKey): Promise<NamedConfig> {
  const place = await placeOf(slipway, request)
  const stack = await stackMeant(place, slipway, request, false)
  const { key, steps } = pathOf(asked)
  const full = fullKey(place.project.name, key)
  const sealed = await valuesOf(slipway, place, stack, false)
  // A plain value needs no passphrase.
  const values = sealed.get(full)?.secret === true ? await valuesOf(slipway, place, stack, true) : sealed
  const found = values.get(full)
  const value = valueAt(found?.value, steps)
  if (found === undefined || value === undefined) throw noConfig(stack, shownPath(full, asked), values.keys(), asked)
  return { key: shownPath(full, asked), ...found, value }
}

export interface SetConfig extends ConfigKey {
  readonly value: string
  readonly secret: boolean
}

/**
 * Sets one value in a stack's file, creating the file if necessary. Returns the full key and the stack. Fails with `stack/unknown` for an
 * unknown stack: its name is more likely mistyped than new.
 */
export async function setConfig(slipway: Slipway, request: StackRequest, asked: SetConfig) {
  const place = await placeOf(slipway, request)
  const stack = await stackMeant(place, slipway, request, false)
  // Without this queue, one of two concurrent writes would be lost.
  return await inTurn(place.folders.state, place.project.name, () => writeConfig(slipway, place, stack, asked))
}

async function writeConfig(slipway: Slipway, { project, sealer }: StackPlace, stack: string, asked: SetConfig) {
  const { value, secret } = asked
  const { key, steps } = pathOf(asked)
  const full = fullKey(project.name, key)
  assertKey(full)
  const file = readStackFile(project, stack)
  const declared = project.declared.find((each) => each.key === full)
  const plain = steps.length === 0 ? value : withValueAt(recorded(file, full), steps, writtenValue(value))
  if (declared?.type !== undefined && !isOfType(plain, declared.type)) {
    const why = `${full} must be of the type ${typeText(declared.type)}, as ${project.file} says`
    throw new Failure('stack/wrong-type', why, {
      hint: `"${shown(value, secret || declared.secret)}" is none`,
    })
  }
  const edit = new MapEdit(file.file, file.read.source.text)
  const written = file.config.get(full)?.key ?? full
  if (secret || declared?.secret === true) {
    const { sealed, salt } = await new StackSecrets(file, { env: slipway.env, sealer }).seal(value, [full, ...steps])
    if (salt !== undefined && salt !== file.encryptionSalt) edit.setTop('encryptionsalt', salt)
    const whole = withValueAt(recorded(file, full), steps, valueMap([['secure', sealed]]))
    edit.setIn('config', written, steps.length === 0 ? ['', `secure: ${sealed}`] : yamlLines(whole))
  } else edit.setIn('config', written, steps.length === 0 ? [scalar(value)] : yamlLines(plain))
  writeWhole(file.file, edit.text)
  return { key: shownPath(full, asked), stack, file: file.file }
}

/** Removes one value from a stack's file. Fails with `stack/no-config` if there is none. */
export async function removeConfig(slipway: Slipway, request: StackRequest, asked: ConfigKey) {
  const place = await placeOf(slipway, request)
  const stack = await stackMeant(place, slipway, request, false)
  return await inTurn(place.folders.state, place.project.name, async () => dropConfig(place, stack, asked))
}

function dropConfig({ project }: StackPlace, stack: string, asked: ConfigKey) {
  const { key, steps } = pathOf(asked)
  const full = fullKey(project.name, key)
  const file = readStackFile(project, stack)
  const written = file.config.get(full)?.key
  const left = steps.length === 0 ? undefined : withoutValueAt(recorded(file, full), steps)
  if (written === undefined || (steps.length > 0 && left === undefined))
    throw noConfig(stack, shownPath(full, asked), file.config.keys(), asked)
  const edit = new MapEdit(file.file, file.read.source.text)
  if (left === undefined) edit.remove('config', written)
  else edit.setIn('config', written, yamlLines(left))
  writeWhole(file.file, edit.text)
  return { key: shownPath(full, asked), stack, file: file.file }
}

function pathOf({ key, isPath = false }: ConfigKey): ConfigPath {
  return isPath ? configPath(key) : { key, steps: [] }
}

/** Returns the full key, including the path below it. */
function shownPath(full: string, { key, isPath = false }: ConfigKey): string {
  return isPath ? `${full}${key.slice(configPath(key).key.length)}` : full
}

/** Returns a value as written in the file, with secrets still sealed. */
function recorded({ config }: StackFile, full: string): Value | undefined {
  const entry = config.get(full)
  return entry && treeToValue(entry.value)
}

function valuesOf({ env }: Slipway, { project, sealer }: StackPlace, stack: string, isOpened: boolean) {
  return configOf(project, readStackFile(project, stack), isOpened ? { env, sealer } : undefined)
}

function named(values: ReadonlyMap<string, ConfigValue>): readonly NamedConfig[] {
  return [...values].map(([key, value]) => ({
    key,
    value: value.value,
    secret: value.secret,
    isDefault: value.isDefault,
  }))
}

function noConfig(stack: string, key: string, known: Iterable<string>, { isPath }: ConfigKey): Failure {
  return new Failure('stack/no-config', `the configuration of the stack ${stack} has no ${key}`, {
    hint: didYouMean(key, known) ?? `slipway config set ${isPath === true ? `--path '${key}'` : key} VALUE`,
  })
}

function assertKey(key: string): void {
  if (/^[^\s:]+:[^\s:]+$/.test(key)) return
  throw new Failure('stack/bad-key', `"${key.slice(0, 100)}" is not a configuration key`, {
    hint: 'a key is a name, such as region, or a key of another package: aws:region',
  })
}

function shown(value: string, secret: boolean): string {
  return secret ? '(secret)' : value.slice(0, 100)
}
