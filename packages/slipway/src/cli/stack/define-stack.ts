import { Option, type Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../requests/options.ts'
import type { RemoveOptions } from './stacks.ts'

const stacks = () => import('./stacks.ts')

const folder = ['[folder]', 'with the program (default: this one)'] as const

export function define(command: Command): void {
  const list = command
    .command('ls')
    .description('the stacks of a program')
    .argument(...folder)
  addBlueprintOptions(list, ['json']).action(async (where: string | undefined, options: BlueprintOptions) =>
    (await stacks()).showStacks(processConsole(), where, options),
  )
  const select = command
    .command('select')
    .description('select the stack that commands here use by default')
    .argument('<stack>', 'its name: prod')
    .argument(...folder)
  addBlueprintOptions(select, []).action(async (stack: string, where: string | undefined) =>
    (await stacks()).selectOne(processConsole(), stack, where),
  )
  const init = command
    .command('init')
    .description('make a stack, and select it')
    .argument('<stack>', 'its name: prod')
    .argument(...folder)
  addBlueprintOptions(init, []).action(async (stack: string, where: string | undefined) =>
    (await stacks()).makeOne(processConsole(), stack, where),
  )
  const rename = command
    .command('rename')
    .description('rename a stack, with its state and its file')
    .argument('<stack>', 'its name: prod')
    .argument('<name>', 'its new name')
    .argument(...folder)
  addBlueprintOptions(rename, ['wait']).action(
    async (stack: string, name: string, where: string | undefined, options: BlueprintOptions) =>
      (await stacks()).renameOne(processConsole(), [stack, name], where, options),
  )
  const remove = command
    .command('rm')
    .description('remove an empty stack, with its history and its file')
    .argument('<stack>', 'its name: prod')
    .argument(...folder)
    .addOption(new Option('--force', 'remove it even with resources: they are forgotten, but continue to exist'))
    .addOption(new Option('--preserve-config', 'keep its file'))
  addBlueprintOptions(remove, ['yes', 'wait']).action(
    async (stack: string, where: string | undefined, options: RemoveOptions) => {
      process.exitCode = await (await stacks()).removeOne(processConsole(), stack, where, options)
    },
  )
  const output = command
    .command('output')
    .description('show the exports of a stack')
    .argument('[name]', 'only this output')
    .argument(...folder)
  addBlueprintOptions(output, ['json', 'stack', 'showSecrets']).action(
    async (name: string | undefined, where: string | undefined, options: BlueprintOptions) =>
      (await stacks()).showOutput(processConsole(), name, where, options),
  )
}
