import { Option, type Command } from 'commander'
import type { Form } from '@slipway/source'
import { processConsole } from '../console.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .addOption(new Option('--to <form>', 'the form to write').choices(['yaml', 'json', 'bp']).makeOptionMandatory())
    .action(showConverted)
}

async function showConverted(file: string | undefined, { to }: { readonly to: Form }): Promise<void> {
  const console = processConsole()
  const { convert } = await import('@slipway/operations/forms/convert')
  console.out.writeAsIs(convert(console, { file, to }).text)
}
