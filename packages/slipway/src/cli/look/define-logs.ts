import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, count, type BlueprintOptions } from '../requests/options.ts'

interface LogOptions extends BlueprintOptions {
  readonly plugin?: string
  readonly lines: number
}

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--plugin <id>', 'only of this plugin: slipway/local')
    .option('--lines <n>', 'show only the last lines of each log', count, 200)
  addBlueprintOptions(command, ['json', 'instance', 'stack']).action(showLogs)
}

async function showLogs(file: string | undefined, options: LogOptions): Promise<void> {
  const console = processConsole()
  const [{ visible }, { logsOf }, { projectRequest }, { slipwayOf }] = await Promise.all([
    import('@slipway/source/visible'),
    import('@slipway/operations/look/logs'),
    import('../requests/requests.ts'),
    import('../requests/slipway-of.ts'),
  ])
  const { directory, logs } = await logsOf(slipwayOf(console), {
    ...projectRequest(file, options),
    plugin: options.plugin,
    lines: options.lines,
  })
  if (options.json === true) {
    console.out.write(`${JSON.stringify(logs, undefined, 2)}\n`)
    return
  }
  if (logs.length === 0) console.err.write(`No plugin has written anything; logs would be in ${directory}.\n`)
  for (const { plugin, lines } of logs)
    console.out.write(lines.map((line) => `${plugin} | ${visible(line)}\n`).join(''))
}
