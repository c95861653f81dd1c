import { resolve } from 'node:path'
import { exportInstance, importInstance } from '@slipway/stores/transfer'
import { mostOfDocument, readInput } from '@slipway/operations/project/read-input'
import type { Console } from '../console.ts'
import { exitCodes } from '../exit-codes.ts'
import type { BlueprintOptions } from '../options.ts'
import { withState } from '../with-state.ts'
import { damagedText } from '../output/damaged-text.ts'
import { agreed, changeState } from './change-state.ts'

/** `slipway state export`: to stdout. Secrets are sealed, unless the user wants to see them. */
export async function exportState(
  console: Console,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<void> {
  const text = await withState(console, file, options, 'read', async ({ store, sealer, name }) =>
    exportInstance(store, await name(), {
      sealer,
      revealSecrets: options.showSecrets ?? false,
      onDamaged: (record) => console.err.write(damagedText(record)),
    }),
  )
  console.out.write(text)
}

/** `slipway state import FILE`: what was recorded under this name before is replaced. */
export async function importState(
  console: Console,
  exported: string,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<number> {
  const text = textOf(resolve(console.cwd, exported))
  const named = options.instance === undefined && file === undefined ? { ...options, ...instanceIn(text) } : options
  return changeState(console, file, named, 'slipway state import', async ({ store, sealer, instance, lease }) => {
    const replaces = (await store.instances()).some((known) => known.name === instance)
    if (replaces && !(await agreed(console, options, `Replace what is recorded of ${instance}?`)))
      return exitCodes.failed
    await importInstance(store, lease, text, { sealer, replace: replaces })
    console.err.write(`${instance} is imported.\n`)
    return exitCodes.ok
  })
}

/** The name that the document gives; what is wrong with the document, importing tells. */
function instanceIn(text: string): Pick<BlueprintOptions, 'instance'> {
  try {
    const { instance } = JSON.parse(text) as { instance?: { name?: unknown } }
    return typeof instance?.name === 'string' ? { instance: instance.name } : {}
  } catch {
    return {}
  }
}

function textOf(path: string): string {
  return readInput(path, { what: 'exported state', most: mostOfDocument }).toString('utf8')
}
