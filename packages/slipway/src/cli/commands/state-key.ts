import { Option, type Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'
import type { RotateOptions } from '../state/keys.ts'

const keys = () => import('../state/keys.ts')
const blueprint = ['[blueprint]', 'file, or folder with one blueprint'] as const

/** `slipway state key`: the keys that can open the secrets of a state. */
export function defineKey(state: Command): void {
  const command = state.command('key').description('who can open the secrets: add, list, remove, rotate')
  const list = command
    .command('list')
    .description('who can open the secrets, with fingerprints')
    .argument(...blueprint)
  addBlueprintOptions(list, ['json']).action(async (file: string | undefined, options: BlueprintOptions) =>
    (await keys()).showKeys(processConsole(), file, options),
  )
  const add = command
    .command('add')
    .description('let somebody open the secrets')
    .argument('<name>', 'what to call him, or a machine: ada, ci')
    .argument('<public>', 'what "slipway key show" prints for him')
    .argument(...blueprint)
  addBlueprintOptions(add, []).action(
    async (name: string, key: string, file: string | undefined, options: BlueprintOptions) =>
      (await keys()).add(processConsole(), [name, key], file, options),
  )
  const remove = command
    .command('remove')
    .description('take somebody out, and encrypt every secret anew with a key that this one never sees')
    .argument('<name>', 'as slipway state key list shows it')
    .argument(...blueprint)
  addBlueprintOptions(remove, ['yes']).action(
    async (name: string, file: string | undefined, options: BlueprintOptions) => {
      process.exitCode = await (await keys()).remove(processConsole(), name, file, options)
    },
  )
  const rotate = command
    .command('rotate')
    .description('encrypt every secret anew, with another key')
    .argument(...blueprint)
    .addOption(kindOfKey())
  addBlueprintOptions(rotate, ['yes']).action(async (file: string | undefined, options: RotateOptions) => {
    process.exitCode = await (await keys()).rotate(processConsole(), file, options)
  })
}

export function kindOfKey(): Option {
  return new Option('--to <what>', 'the kind of key of a state without recipients (default: as now)').choices([
    'key-file',
    'passphrase',
  ])
}
