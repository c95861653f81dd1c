import { Option, type Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../requests/options.ts'
import type { KeyOptions, SetOptions } from './config.ts'

const ofStack = () => import('./config.ts')

export function define(command: Command): void {
  const show = command
    .command('show')
    .description('show the settings of commands in this folder')
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--origin', 'show where each setting comes from')
  addBlueprintOptions(show, ['json', 'set', 'parallel', 'showSecrets']).action(
    async (file: string | undefined, options: BlueprintOptions & { readonly origin?: boolean }) => {
      const { showSettings } = await import('./show-settings.ts')
      await showSettings(file, options, processConsole())
    },
  )
  defineOfStack(command)
}

const folder = ['[folder]', 'with the program (default: this one)'] as const
const key = ['<key>', 'region, or a key of another package: aws:region'] as const

/** The configuration for the program of a stack. */
function defineOfStack(command: Command): void {
  const list = command
    .command('ls')
    .description('show the whole configuration of a stack')
    .argument(...folder)
  addBlueprintOptions(list, ['json', 'stack', 'showSecrets']).action(
    async (where: string | undefined, options: BlueprintOptions) =>
      (await ofStack()).showConfig(processConsole(), where, options),
  )
  const get = command
    .command('get')
    .description('print one value, secret or not')
    .argument(...key)
    .argument(...folder)
    .addOption(ofPath())
  addBlueprintOptions(get, ['json', 'stack']).action(
    async (name: string, where: string | undefined, options: KeyOptions) =>
      (await ofStack()).showOneConfig(processConsole(), name, where, options),
  )
  const set = command
    .command('set')
    .description('set one value, in the file of the stack')
    .argument(...key)
    .argument('[value]', 'the value (default: read from the standard input)')
    .argument(...folder)
    .addOption(new Option('--secret', 'seal it'))
    .addOption(ofPath())
  addBlueprintOptions(set, ['stack']).action(
    async (name: string, value: string | undefined, where: string | undefined, options: SetOptions) =>
      (await ofStack()).sayConfig(processConsole(), [name, value], where, options),
  )
  const remove = command
    .command('rm')
    .description('remove one value from the file of the stack')
    .argument(...key)
    .argument(...folder)
    .addOption(ofPath())
  addBlueprintOptions(remove, ['stack']).action(async (name: string, where: string | undefined, options: KeyOptions) =>
    (await ofStack()).dropConfig(processConsole(), name, where, options),
  )
}

const ofPath = (): Option => new Option('--path', 'KEY is a path inside a value: net.hosts[0], tags["a.b"]')
