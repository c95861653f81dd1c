import { Option, type Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../requests/options.ts'
import type { RotateOptions } from './keys.ts'

const keys = () => import('./keys.ts')
const blueprint = ['[blueprint]', 'file, or folder with one blueprint'] as const

/** `slipway state key`: the keys that can open the secrets of a state. */
export function defineKey(state: Command): void {
  const command = state.command('key').description('manage the recipients of secrets: add, list, remove, rotate')
  const list = command
    .command('list')
    .description('list the recipients of secrets, with fingerprints')
    .argument(...blueprint)
  addBlueprintOptions(list, ['json']).action(async (file: string | undefined, options: BlueprintOptions) =>
    (await keys()).showKeys(processConsole(), file, options),
  )
  const add = command
    .command('add')
    .description('add a recipient of secrets')
    .argument('<name>', 'name of the person or machine: ada, ci')
    .argument('<public>', 'the public key that "slipway key show" prints for them')
    .argument(...blueprint)
  addBlueprintOptions(add, []).action(
    async (name: string, key: string, file: string | undefined, options: BlueprintOptions) =>
      (await keys()).add(processConsole(), [name, key], file, options),
  )
  const remove = command
    .command('remove')
    .description('remove a recipient, and encrypt every secret again with a new key')
    .argument('<name>', 'the name in slipway state key list')
    .argument(...blueprint)
  addBlueprintOptions(remove, ['yes']).action(
    async (name: string, file: string | undefined, options: BlueprintOptions) => {
      process.exitCode = await (await keys()).remove(processConsole(), name, file, options)
    },
  )
  const rotate = command
    .command('rotate')
    .description('encrypt every secret again with a new key')
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
