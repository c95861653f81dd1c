import { placeOf } from '@slipway/operations/configure/place'
import { shownPath } from '@slipway/model'
import { type RemoveQuestion, removeStack } from '@slipway/operations/configure/remove-stack'
import { renameStack } from '@slipway/operations/configure/rename-stack'
import { initStack, listStacks, select } from '@slipway/operations/configure/stacks'
import { exportsOf } from '@slipway/operations/look/exports'
import type { Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { exportsText, exportText, oneExport } from '../output/values/exports-text.ts'
import { jsonDocument, jsonObject, jsonValue } from '../output/values/json-value.ts'
import { table } from '../output/table.ts'
import { sealedText } from '../output/records/unreadable-text.ts'
import { agreement, projectRequest } from '../requests/requests.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

export type RemoveOptions = BlueprintOptions & { readonly force?: boolean; readonly preserveConfig?: boolean }

/** `slipway stack ls` */
export async function showStacks(
  console: Console,
  folder: string | undefined,
  { json, stack }: Pick<BlueprintOptions, 'json' | 'stack'>,
): Promise<void> {
  const stacks = await listStacks(slipwayOf(console), { folder, stack })
  if (json === true) {
    console.out.write(
      jsonDocument(stacks.map(({ name, selected, instance }) => ({ name, current: selected, instance }))),
    )
    return
  }
  if (stacks.length === 0)
    console.err.write('There is no stack yet. slipway up creates dev, slipway stack init NAME creates another.\n')
  else
    console.out.write(
      table([
        ['STACK', 'SELECTED', 'INSTANCE'],
        ...stacks.map(({ name, selected, instance }) => [name, selected ? '*' : '', instance]),
      ]),
    )
}

/** `slipway stack select NAME` */
export async function selectOne(console: Console, stack: string, folder: string | undefined): Promise<void> {
  await select(slipwayOf(console), { folder }, stack)
  console.err.write(`${stack} is selected.\n`)
}

/** `slipway stack init NAME` */
export async function makeOne(console: Console, stack: string, folder: string | undefined): Promise<void> {
  const { file } = await initStack(slipwayOf(console), { folder }, stack)
  console.err.write(`${stack} is created and selected; its configuration is in ${file}.\n`)
}

/** `slipway stack rename STACK NAME` */
export async function renameOne(
  console: Console,
  [stack, name]: readonly [stack: string, name: string],
  folder: string | undefined,
  { wait = 0 }: Pick<BlueprintOptions, 'wait'>,
): Promise<void> {
  const request = { folder, waitMs: wait * 1000 }
  const { from, to } = await renameStack(slipwayOf(console), stack, name, request, sayEvents(console))
  console.err.write(`${from} is now called ${to}. References to it in other stacks must use the new name, too.\n`)
}

/** `slipway stack rm NAME` */
export async function removeOne(
  console: Console,
  stack: string,
  folder: string | undefined,
  options: RemoveOptions,
): Promise<number> {
  const { force = false, preserveConfig: keepConfig = false, wait = 0 } = options
  const request = { folder, force, keepConfig, waitMs: wait * 1000, agree: agreement(console, options, removeWords) }
  const done = await removeStack(slipwayOf(console), stack, request, sayEvents(console))
  if (done.outcome === 'declined') return exitCodes.failed
  const left =
    done.resources === 0 ? '' : ` ${resourcesText(done.resources)} may still exist, but nothing manages them.`
  console.err.write(`${stack} is removed.${left}\n`)
  return exitCodes.ok
}

function removeWords({ instance, resources, file }: RemoveQuestion): string {
  const forgets = resources === 0 ? '' : `, and forget ${resourcesText(resources)}, which may still exist`
  return `Remove ${instance} with its history${file === undefined ? '' : ` and ${shownPath(file)}`}${forgets}?`
}

function resourcesText(count: number): string {
  return count === 1 ? '1 resource' : `${count} resources`
}

/** `slipway stack output [NAME]` */
export async function showOutput(
  console: Console,
  name: string | undefined,
  folder: string | undefined,
  options: BlueprintOptions,
): Promise<void> {
  const slipway = slipwayOf(console)
  // Without a program, these are the exports of a blueprint, which another command shows.
  await placeOf(slipway, { folder })
  const { exports, missingKeys } = await exportsOf(slipway, projectRequest(folder, options))
  console.err.write(sealedText(missingKeys))
  if (options.json === true) {
    const shown = name === undefined ? jsonObject(exports, options) : jsonValue(oneExport(exports, name), options)
    console.out.write(jsonDocument(shown))
  } else if (name === undefined) console.out.write(exportsText(exports, options.showSecrets ?? false))
  else console.out.write(exportText(name, oneExport(exports, name), options))
}
