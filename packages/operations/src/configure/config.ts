import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import type { Slipway } from '../slipway.ts'
import { isOfType, typeText } from '../stacks/declared-config.ts'
import { MapEdit, scalar } from '../stacks/edit-map.ts'
import { fullKey } from '../stacks/pulumi-project.ts'
import { configOf, type ConfigValue } from '../stacks/stack-config.ts'
import { readStackFile } from '../stacks/stack-file.ts'
import { StackSecrets } from '../stacks/stack-secrets.ts'
import type { StackPlace } from '../stacks/which-stack.ts'
import { writeWhole } from '../stacks/write-file.ts'
import { placeOf, stackMeant, type StackRequest } from './place.ts'

export interface NamedConfig extends ConfigValue {
  /** `shop:name` */
  readonly key: string
}

/** The configuration of a stack, sorted by key, what the project says for all stacks included. */
export async function listConfig(slipway: Slipway, request: StackRequest): Promise<readonly NamedConfig[]> {
  const place = placeOf(slipway, request)
  const stack = await stackMeant(place, slipway, request, false)
  return named(await valuesOf(slipway, place, stack))
}

/** One value of it. Fails with `stack/no-config` where there is none. */
export async function getConfig(slipway: Slipway, request: StackRequest, key: string): Promise<NamedConfig> {
  const place = placeOf(slipway, request)
  const stack = await stackMeant(place, slipway, request, false)
  const values = await valuesOf(slipway, place, stack)
  const full = fullKey(place.project.name, key)
  const value = values.get(full)
  if (value === undefined) throw noConfig(stack, full, values.keys())
  return { key: full, ...value }
}

export interface SetConfig {
  readonly key: string
  readonly value: string
  readonly secret: boolean
}

/** Says one value of a stack, in its file, which is made if need be. Answers with the full key and the stack. */
export async function setConfig(slipway: Slipway, request: StackRequest, { key, value, secret }: SetConfig) {
  const place = placeOf(slipway, request)
  const { project, sealer } = place
  const stack = await stackMeant(place, slipway, request, true)
  const full = fullKey(project.name, key)
  assertKey(full)
  const declared = project.declared.find((each) => each.key === full)
  if (declared?.type !== undefined && !isOfType(value, declared.type)) {
    const why = `${full} is to be of the type ${typeText(declared.type)}, as ${project.file} says`
    throw new Failure('stack/wrong-type', why, { hint: `"${shown(value, secret)}" is none` })
  }
  const file = readStackFile(project, stack)
  const edit = new MapEdit(file.file, file.read.source.text)
  const written = file.config.get(full)?.key ?? full
  if (secret || declared?.secret === true) {
    const { sealed, salt } = await new StackSecrets(file, { env: slipway.env, sealer }).seal(value)
    if (salt !== undefined && salt !== file.encryptionSalt) edit.setTop('encryptionsalt', salt)
    edit.setIn('config', written, ['', `secure: ${sealed}`])
  } else edit.setIn('config', written, [scalar(value)])
  writeWhole(file.file, edit.text)
  return { key: full, stack, file: file.file }
}

/** Takes one value out of the file of a stack. Fails with `stack/no-config` where there is none. */
export async function removeConfig(slipway: Slipway, request: StackRequest, key: string) {
  const place = placeOf(slipway, request)
  const stack = await stackMeant(place, slipway, request, false)
  const full = fullKey(place.project.name, key)
  const file = readStackFile(place.project, stack)
  const written = file.config.get(full)?.key
  if (written === undefined) throw noConfig(stack, full, file.config.keys())
  const edit = new MapEdit(file.file, file.read.source.text)
  edit.remove('config', written)
  writeWhole(file.file, edit.text)
  return { key: full, stack, file: file.file }
}

function valuesOf({ env }: Slipway, { project, sealer }: StackPlace, stack: string) {
  return configOf(project, readStackFile(project, stack), { env, sealer })
}

function named(values: ReadonlyMap<string, ConfigValue>): readonly NamedConfig[] {
  return [...values].map(([key, value]) => ({
    key,
    value: value.value,
    secret: value.secret,
    isDefault: value.isDefault,
  }))
}

function noConfig(stack: string, key: string, known: Iterable<string>): Failure {
  return new Failure('stack/no-config', `the configuration of the stack ${stack} has no ${key}`, {
    hint: didYouMean(key, known) ?? `slipway config set ${key} VALUE`,
  })
}

function assertKey(key: string): void {
  if (/^[^\s:]+:[^\s:]\S*$/.test(key)) return
  throw new Failure('stack/bad-key', `"${key.slice(0, 100)}" is no key of a configuration`, {
    hint: 'a key is a name, such as region, or one of another package: aws:region',
  })
}

function shown(value: string, secret: boolean): string {
  return secret ? '(secret)' : value.slice(0, 100)
}
