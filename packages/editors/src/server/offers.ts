import { CodeActionKind, type CodeAction, type Diagnostic, type ExecuteCommandParams } from 'vscode-languageserver/node'

/**
 * Shows a command for the user to run. An editor's server installs nothing itself: otherwise a file that the user only opens would decide what is
 * installed.
 */
export const showCommand = 'slipway.showCommand'

/** The command in a hint, up to and including the descriptor, which may be in quotes. */
const installing = /slipway plugin install (?:'[^']*'|[^\s';]+)/

/** Offers the command that installs a plugin, for diagnostics that the plugin would fix. */
export function offersFor(diagnostics: readonly Diagnostic[]): CodeAction[] {
  return diagnostics.flatMap((diagnostic): readonly CodeAction[] => {
    const [command] = (diagnostic.source === 'slipway' && installing.exec(textOf(diagnostic))) || []
    if (command === undefined) return []
    const title = `Install the plugin in a terminal: ${command}`
    return [
      {
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnostic],
        command: { title, command: showCommand, arguments: [command] },
      },
    ]
  })
}

function textOf({ message }: Diagnostic): string {
  return typeof message === 'string' ? message : message.value
}

/** The message that the editor shows when the user has chosen an offer. */
export function wordsOf({ arguments: [command] = [] }: ExecuteCommandParams): string {
  return `Run this in a terminal, in the folder of the blueprint: ${String(command)}`
}
