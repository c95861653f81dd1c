import { isList, isMap } from '@slipway/model'
import { getConfig, listConfig, type NamedConfig, removeConfig, setConfig } from '@slipway/operations/configure/config'
import { configText } from '@slipway/programs/stacks/stack-config'
import { visible } from '@slipway/source/visible'
import type { Console } from '../console/console.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { jsonDocument, jsonValue } from '../output/values/json-value.ts'
import { table } from '../output/table.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { givenValue } from './given-value.ts'

export type KeyOptions = BlueprintOptions & { readonly path?: boolean }
export type SetOptions = KeyOptions & { readonly secret?: boolean }

/** `slipway config ls` */
export async function showConfig(
  console: Console,
  folder: string | undefined,
  { json, stack, showSecrets = false }: BlueprintOptions,
): Promise<void> {
  const values = await listConfig(slipwayOf(console), { folder, stack }, { isOpened: showSecrets })
  if (json === true) {
    console.out.write(jsonDocument(Object.fromEntries(values.map((each) => [each.key, jsonOf(each, showSecrets)]))))
    return
  }
  const rows = values.map(({ key, value, secret, isDefault }) => [
    key,
    secret && !showSecrets ? '(secret)' : visible(configText(value)),
    isDefault ? 'the project' : 'the stack',
  ])
  console.out.write(rows.length === 0 ? '' : table([['KEY', 'VALUE', 'SAID BY'], ...rows]))
  if (rows.length === 0)
    console.err.write('The program has no configuration. Set a value with slipway config set KEY VALUE.\n')
}

function jsonOf({ value, secret }: NamedConfig, showSecrets: boolean) {
  if (secret && !showSecrets) return { secret }
  const objectValue = isList(value) || isMap(value) ? { objectValue: jsonValue(value, { showSecrets }) } : {}
  return { value: configText(value), ...objectValue, secret }
}

/** `slipway config get KEY`: for scripts, too, so a secret is shown as it is. */
export async function showOneConfig(
  console: Console,
  key: string,
  folder: string | undefined,
  { json, stack, path: isPath = false }: KeyOptions,
): Promise<void> {
  const found = await getConfig(slipwayOf(console), { folder, stack }, { key, isPath })
  console.out.write(json === true ? jsonDocument(jsonOf(found, true)) : `${configText(found.value)}\n`)
}

/** `slipway config set KEY [VALUE]` */
export async function sayConfig(
  console: Console,
  [key, value]: readonly [string, string | undefined],
  folder: string | undefined,
  { stack, secret = false, path: isPath = false }: SetOptions,
): Promise<void> {
  const given = value ?? (await givenValue(console, key, secret))
  const said = await setConfig(slipwayOf(console), { folder, stack }, { key, isPath, value: given, secret })
  console.err.write(`${said.key} of the stack ${said.stack} is set, in ${said.file}\n`)
}

/** `slipway config rm KEY` */
export async function dropConfig(
  console: Console,
  key: string,
  folder: string | undefined,
  { stack, path: isPath = false }: KeyOptions,
): Promise<void> {
  const dropped = await removeConfig(slipwayOf(console), { folder, stack }, { key, isPath })
  console.err.write(`${dropped.key} of the stack ${dropped.stack} was removed from ${dropped.file}\n`)
}
