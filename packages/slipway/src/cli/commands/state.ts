import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'

const file = ['[blueprint]', 'file, or folder with one blueprint'] as const

export function define(command: Command): void {
  const list = command
    .command('list')
    .description('resources, and how they are')
    .argument(...file)
  addBlueprintOptions(list, ['json', 'instance']).action(
    async (blueprint: string | undefined, options: BlueprintOptions) => {
      const { listState } = await import('../state/list.ts')
      await listState(processConsole(), blueprint, options)
    },
  )
  const show = command
    .command('show')
    .description('one resource, with its properties')
    .argument('<resource>')
    .argument(...file)
  addBlueprintOptions(show, ['json', 'instance', 'showSecrets']).action(
    async (resource: string, blueprint: string | undefined, options: BlueprintOptions) => {
      const { showResource } = await import('../state/show.ts')
      await showResource(processConsole(), resource, blueprint, options)
    },
  )
  defineTransfer(command)
  const rm = command
    .command('rm')
    .description('forget a resource without destroying it')
    .argument('<resource>')
    .argument(...file)
  addBlueprintOptions(rm, ['yes', 'instance', 'wait']).action(
    async (resource: string, blueprint: string | undefined, options: BlueprintOptions) => {
      const { forgetResource } = await import('../state/forget.ts')
      process.exitCode = await forgetResource(processConsole(), resource, blueprint, options)
    },
  )
  const unlock = command
    .command('unlock')
    .description('take the lock from whoever holds it')
    .argument(...file)
  addBlueprintOptions(unlock, ['yes', 'instance']).action(
    async (blueprint: string | undefined, options: BlueprintOptions) => {
      const { unlockInstance } = await import('../state/unlock.ts')
      process.exitCode = await unlockInstance(processConsole(), blueprint, options)
    },
  )
}

function defineTransfer(command: Command): void {
  const out = command
    .command('export')
    .description('the whole instance as JSON')
    .argument(...file)
  addBlueprintOptions(out, ['instance', 'showSecrets']).action(
    async (blueprint: string | undefined, options: BlueprintOptions) => {
      const { exportState } = await import('../state/transfer.ts')
      await exportState(processConsole(), blueprint, options)
    },
  )
  const into = command
    .command('import')
    .description('an exported instance, from a file')
    .argument('<file>')
    .argument(...file)
  addBlueprintOptions(into, ['yes', 'instance', 'wait']).action(
    async (exported: string, blueprint: string | undefined, options: BlueprintOptions) => {
      const { importState } = await import('../state/transfer.ts')
      process.exitCode = await importState(processConsole(), exported, blueprint, options)
    },
  )
}
