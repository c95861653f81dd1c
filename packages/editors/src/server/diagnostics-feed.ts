import { messageOf, type Diagnostic } from '@slipway/model'
import type { Connection } from 'vscode-languageserver/node'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { fileOf, uriOf } from './open-blueprint.ts'
import { diagnosticToProtocol } from './to-protocol.ts'

/** Milliseconds without a change before a text is checked. */
const quietMs = 150

/** Checks blueprints after a pause in the typing, and sends the results to the editor. One check of a text at a time. */
export class DiagnosticsFeed {
  readonly #connection: Pick<Connection, 'sendDiagnostics'>
  readonly #diagnose: (file: string, text: string) => Promise<readonly Diagnostic[]>
  readonly #waiting = new Map<string, NodeJS.Timeout>()
  readonly #running = new Map<string, Promise<void>>()
  /** The files with diagnostics, by the blueprint whose check reported them. */
  readonly #told = new Map<string, ReadonlySet<string>>()

  constructor(
    connection: Pick<Connection, 'sendDiagnostics'>,
    diagnose: (file: string, text: string) => Promise<readonly Diagnostic[]>,
  ) {
    this.#connection = connection
    this.#diagnose = diagnose
  }

  changed(document: TextDocument): void {
    this.#stop(document.uri)
    const check = (): void => {
      this.#waiting.delete(document.uri)
      const before = this.#running.get(document.uri) ?? Promise.resolve()
      this.#running.set(
        document.uri,
        before.then(() => this.#check(document)),
      )
    }
    this.#waiting.set(document.uri, setTimeout(check, quietMs))
  }

  closed({ uri }: TextDocument): void {
    this.#stop(uri)
    this.#running.delete(uri)
    for (const told of this.#told.get(uri) ?? []) void this.#connection.sendDiagnostics({ uri: told, diagnostics: [] })
    this.#told.delete(uri)
  }

  #stop(uri: string): void {
    clearTimeout(this.#waiting.get(uri))
    this.#waiting.delete(uri)
  }

  async #check(document: TextDocument): Promise<void> {
    const { uri, version } = document
    const file = fileOf(uri)
    const found = await this.#diagnose(file, document.getText()).catch((error: unknown) => [failed(error)])
    // The text has changed, so another check is coming, or the file has been closed.
    if (document.version !== version || !this.#running.has(uri)) return
    const byUri = Map.groupBy(found, (one) => (one.file === undefined || one.file === file ? uri : uriOf(one.file)))
    const told = new Set([uri, ...byUri.keys()])
    for (const other of new Set([...(this.#told.get(uri) ?? []), ...told])) {
      const diagnostics = (byUri.get(other) ?? []).map(diagnosticToProtocol)
      void this.#connection.sendDiagnostics({ uri: other, diagnostics })
    }
    this.#told.set(uri, told)
  }
}

/** The diagnostic for a blueprint that cannot be checked at all, for example because the settings are unreadable. */
function failed(error: unknown): Diagnostic {
  return { code: 'blueprint/not-checked', severity: 'warning', message: messageOf(error) }
}
