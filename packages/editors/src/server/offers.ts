import { CodeActionKind, type CodeAction, type Diagnostic, type ExecuteCommandParams } from 'vscode-languageserver/node'

/** Shows a command that a person may run. A server for editors installs nothing itself: a file that is only looked at would decide what. */
export const showCommand = 'slipway.showCommand'

/** The command in a hint, up to and including the descriptor, which may be in quotes. */
const installing = /slipway plugin install (?:'[^']*'|[^\s';]+)/

/** Of diagnostics that a plugin would mend: the command that installs it. */
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

/** The message that the editor shows when somebody has chosen an offer. */
export function wordsOf({ arguments: [command] = [] }: ExecuteCommandParams): string {
  return `Run this in a terminal, in the folder of the blueprint: ${String(command)}`
}
