import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { jsonReport } from '../output/values/json-value.ts'
import { version } from '@slipway/operations/version'

export function define(command: Command): void {
  command.option('--json', 'machine-readable output').action(({ json }: { json?: boolean }) => {
    const { out } = processConsole()
    const node = process.version
    out.write(json === true ? jsonReport({ slipway: version, node }) : `slipway ${version} (node ${node})\n`)
  })
}
