import type { Command } from 'commander'

/** Exported by every file in commands/: gives a bare command its options and its action. */
interface CommandModule {
  /** @param all the commands that there are */
  readonly define: (command: Command, all: readonly CommandEntry[]) => void
}

export interface CommandEntry {
  readonly name: string
  readonly summary: string
  readonly group: 'Deploy' | 'Look' | 'Plugins and tasks' | 'This machine'
  /** Imports the command when it is asked for, and not before: the help must cost nothing. */
  readonly load: () => Promise<CommandModule>
}
