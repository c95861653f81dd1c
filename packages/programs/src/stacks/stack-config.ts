import { Failure, isList, isMap, secret as secretValue, shellWord, type Value, valueMap } from '@slipway/model'
import { type TreeNode, treeToValue } from '@slipway/source'
import { type DeclaredConfig, isOfType, typeText } from './declared-config.ts'
import { badFile } from './map-file.ts'
import type { PulumiProject } from './pulumi-project.ts'
import { readStackFile, sealedText, type StackFile } from './stack-file.ts'
import { type SecretPath, type StackKeys, StackSecrets } from './stack-secrets.ts'

/** A configuration value in plain text. */
export interface ConfigValue {
  readonly value: Value
  /** True if any part of it is secret. */
  readonly secret: boolean
  /** True for the project's default, which the stack does not override. */
  readonly isDefault: boolean
}

/** The configuration for a program: values as text, by `shop:name`; other values than texts as JSON. */
export interface ProgramConfig {
  readonly config: ReadonlyMap<string, string>
  readonly configSecretKeys: readonly string[]
  /** All secret values in it, marked. */
  readonly secrets: readonly Value[]
}

/** The configuration for a stack's program. Fails for values that are missing, of the wrong type, or do not open. */
export async function programConfig(project: PulumiProject, stack: string, keys: StackKeys): Promise<ProgramConfig> {
  const values = await configOf(project, readStackFile(project, stack), keys)
  const missing = project.declared.filter(({ key, type }) => type !== undefined && !values.has(key))
  if (missing.length > 0) throw missingConfig(project, stack, missing)
  return {
    config: new Map([...values].map(([key, { value }]) => [key, configText(value)])),
    configSecretKeys: [...values].flatMap(([key, { secret }]) => (secret ? [key] : [])),
    secrets: [...values.values()].flatMap(({ value, secret }) =>
      secret ? [secretValue(value), secretValue(configText(value))] : [],
    ),
  }
}

/**
 * All values of a stack, opened, sorted by key.
 *
 * @param keys absent: secrets stay sealed and have no value
 */
export async function configOf(
  project: PulumiProject,
  stack: StackFile,
  keys?: StackKeys,
): Promise<ReadonlyMap<string, ConfigValue>> {
  const secrets = keys && new StackSecrets(stack, keys)
  const values = new Map<string, ConfigValue>()
  for (const { key, default: value, secret } of project.declared)
    if (value !== undefined) values.set(key, { value, secret, isDefault: true })
  const byKey = new Map(project.declared.toReversed().map((each) => [each.key, each]))
  for (const [key, entry] of stack.config) {
    const declared = byKey.get(key)
    const { value, secret } = await opened(entry.value, secrets, [key])
    // An unopened value may be anything.
    if (!secret || secrets !== undefined) assertType(stack, entry.value, declared, value)
    values.set(key, { value, secret: secret || declared?.secret === true, isDefault: false })
  }
  return new Map([...values].sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function opened(
  node: TreeNode,
  secrets: StackSecrets | undefined,
  path: SecretPath,
): Promise<Omit<ConfigValue, 'isDefault'>> {
  const sealed = sealedText(node)
  if (sealed !== undefined) return { value: (await secrets?.open(sealed, path)) ?? null, secret: true }
  if (node.kind === 'scalar') return { value: treeToValue(node), secret: false }
  if (node.kind === 'list') {
    const items = await inOrder(node.items, (item, index) => opened(item, secrets, [...path, index]))
    return { value: items.map(({ value }) => value), secret: items.some(({ secret }) => secret) }
  }
  const entries = await inOrder(
    node.entries,
    async (each) => [each.key, await opened(each.value, secrets, [...path, each.key])] as const,
  )
  return {
    value: valueMap(entries.map(([name, { value }]) => [name, value])),
    secret: entries.some(([, { secret }]) => secret),
  }
}

/** Works one after the other, so that the first failure is the reported one. */
async function inOrder<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (const [index, item] of items.entries()) results.push(await work(item, index))
  return results
}

function assertType({ read }: StackFile, node: TreeNode, declared: DeclaredConfig | undefined, value: Value): void {
  if (declared?.type === undefined || isOfType(value, declared.type)) return
  const message = `${declared.key} must be of the type ${typeText(declared.type)}`
  throw badFile(read, node, message, `slipway config set ${declared.key} VALUE sets it again`)
}

function missingConfig({ file }: PulumiProject, stack: string, missing: readonly DeclaredConfig[]): Failure {
  const names = missing.map(({ key }) => key).join(', ')
  const [{ key, secret, description }] = missing as [DeclaredConfig]
  const what = description === undefined ? '' : ` (${description})`
  return new Failure('stack/missing-config', `the stack ${stack} has no value for ${names}, which ${file} requires`, {
    hint: `slipway config set ${secret ? '--secret ' : ''}${key} VALUE --stack ${shellWord(stack)}${what}`,
  })
}

/** A value as text, for a program and for users. */
export function configText(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(plainJson(value))
}

function plainJson(value: Value): unknown {
  if (isList(value)) return value.map(plainJson)
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainJson(each)]))
  return typeof value === 'bigint' ? Number(value) : value
}
