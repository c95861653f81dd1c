import { Argument, type Command } from 'commander'
import { shellScripts } from './shell-scripts.ts'
import { processConsole } from '../console/console.ts'

export function define(command: Command): void {
  command
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .action((shell: keyof typeof shellScripts) => processConsole().out.write(shellScripts[shell]()))
}
