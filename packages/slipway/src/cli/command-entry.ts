import type { Command } from 'commander'

/** Exported by the file of every command, such as change/define-up.ts: gives a bare command its options and its action. */
interface CommandModule {
  /** @param all every command of Slipway */
  readonly define: (command: Command, all: readonly CommandEntry[]) => void
}

export interface CommandEntry {
  readonly name: string
  readonly summary: string
  readonly group: 'Deploy' | 'Look' | 'Plugins and tasks' | 'This machine'
  /** Imports the command only when it is used, so that the help stays fast. */
  readonly load: () => Promise<CommandModule>
}
