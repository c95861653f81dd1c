import { Option, type Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'
import type { RekeyOptions } from '../state/rekey.ts'

const file = ['[blueprint]', 'file, or folder with one blueprint'] as const

export function define(command: Command): void {
  const list = command
    .command('list')
    .description('resources, and how they are')
    .argument(...file)
  addBlueprintOptions(list, ['json', 'instance']).action(
    async (blueprint: string | undefined, options: BlueprintOptions) => {
      const { showList } = await import('../state/list.ts')
      await showList(processConsole(), blueprint, options)
    },
  )
  const show = command
    .command('show')
    .description('one resource, with its properties')
    .argument('<resource>')
    .argument(...file)
  addBlueprintOptions(show, ['json', 'instance', 'showSecrets']).action(
    async (resource: string, blueprint: string | undefined, options: BlueprintOptions) => {
      const { showRecord } = await import('../state/show.ts')
      await showRecord(processConsole(), resource, blueprint, options)
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
      const { forget } = await import('../state/by-hand.ts')
      process.exitCode = await forget(processConsole(), resource, blueprint, options)
    },
  )
  const unlock = command
    .command('unlock')
    .description('take the lock from whoever holds it')
    .argument(...file)
  addBlueprintOptions(unlock, ['yes', 'instance']).action(
    async (blueprint: string | undefined, options: BlueprintOptions) => {
      const { unlock: unlockIt } = await import('../state/by-hand.ts')
      process.exitCode = await unlockIt(processConsole(), blueprint, options)
    },
  )
  defineUpkeep(command)
}

function defineTransfer(command: Command): void {
  const out = command
    .command('export')
    .description('the whole instance as JSON')
    .argument(...file)
  addBlueprintOptions(out, ['instance', 'showSecrets']).action(
    async (blueprint: string | undefined, options: BlueprintOptions) => {
      const { printExport } = await import('../state/export.ts')
      await printExport(processConsole(), blueprint, options)
    },
  )
  const into = command
    .command('import')
    .description('an exported instance, from a file')
    .argument('<file>')
    .argument(...file)
  addBlueprintOptions(into, ['yes', 'instance', 'wait']).action(
    async (exported: string, blueprint: string | undefined, options: BlueprintOptions) => {
      const { takeIn } = await import('../state/by-hand.ts')
      process.exitCode = await takeIn(processConsole(), exported, blueprint, options)
    },
  )
}

/** What is done to the whole state, whatever instances it has. */
function defineUpkeep(command: Command): void {
  const backup = command
    .command('backup')
    .description('copy the whole state into a file, also while it is being changed')
    .argument('<file>')
    .argument(...file)
  addBlueprintOptions(backup, []).action(
    async (target: string, blueprint: string | undefined, options: BlueprintOptions) => {
      const { backUp } = await import('../state/backup.ts')
      await backUp(processConsole(), target, blueprint, options)
    },
  )
  const restoring = command
    .command('restore')
    .description('put a backup in the place of the state, which is kept')
    .argument('<file>')
    .argument(...file)
  addBlueprintOptions(restoring, ['yes']).action(
    async (source: string, blueprint: string | undefined, options: BlueprintOptions) => {
      const { restore } = await import('../state/backup.ts')
      process.exitCode = await restore(processConsole(), source, blueprint, options)
    },
  )
  const accepting = command
    .command('accept')
    .description('go on with what is there, although something that was recorded is lost')
    .argument(...file)
  addBlueprintOptions(accepting, ['yes']).action(async (blueprint: string | undefined, options: BlueprintOptions) => {
    const { accept } = await import('../state/accept.ts')
    process.exitCode = await accept(processConsole(), blueprint, options)
  })
  const rekeying = command
    .command('rekey')
    .description('seal every secret anew, with another key or passphrase')
    .argument(...file)
    .addOption(new Option('--to <what>', 'what to seal with (default: as now)').choices(['key-file', 'passphrase']))
  addBlueprintOptions(rekeying, []).action(async (blueprint: string | undefined, options: RekeyOptions) => {
    const { rekey } = await import('../state/rekey.ts')
    await rekey(processConsole(), blueprint, options)
  })
}
