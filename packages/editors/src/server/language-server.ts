import { dirname } from 'node:path'
import { messageOf, type Diagnostic, type ProviderDefinition, type TransformerDefinition } from '@slipway/model'
import { formOf, isReserved } from '@slipway/source'
import {
  CodeActionKind,
  createConnection,
  ErrorCodes,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type Location,
  type TextDocumentPositionParams,
  type WorkspaceEdit,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { childPlaceAt, declaredAt } from '../features/child-places.ts'
import type { Children } from '../features/children.ts'
import { complete } from '../features/completion.ts'
import { hoverAt } from '../features/hover.ts'
import { Known } from '../features/known.ts'
import { occurrenceAt, sameAs, type Occurrence } from '../features/occurrences.ts'
import { ChildFiles } from './child-files.ts'
import { DiagnosticsFeed } from './diagnostics-feed.ts'
import { offersFor, showCommand, wordsOf } from './offers.ts'
import { OpenBlueprint, fileOf, uriOf } from './open-blueprint.ts'
import { completionToProtocol, rangeOf } from './to-protocol.ts'

interface InstalledDefinitions {
  /** Keyed by namespace. */
  readonly providers: ReadonlyMap<string, ProviderDefinition>
  readonly transformers: readonly TransformerDefinition[]
}

export interface LanguageServerOptions {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** Finds all problems of a blueprint in the editor's version. */
  readonly diagnose: (file: string, text: string) => Promise<readonly Diagnostic[]>
  /** The text of a file that a blueprint includes; `undefined` when it is not available at once. */
  readonly read: (file: string) => string | undefined
  /** Definitions of everything installed for the projects of a folder. */
  readonly definitions: (folder: string) => Promise<InstalledDefinitions>
}

/** Serves one editor, until it sends `exit` or closes the input; the process then ends. */
export function serveEditor(options: LanguageServerOptions): void {
  const connection = createConnection(options.input, options.output)
  new LanguageServer(connection, options).listen()
}

const nameShape = /^[A-Za-z_][A-Za-z0-9_-]*$/

class LanguageServer {
  readonly #connection: Connection
  readonly #options: LanguageServerOptions
  readonly #documents = new TextDocuments(TextDocument)
  readonly #open = new Map<string, OpenBlueprint>()
  readonly #known = new Map<string, Promise<Known>>()
  readonly #children: ChildFiles

  constructor(connection: Connection, options: LanguageServerOptions) {
    this.#connection = connection
    this.#options = options
    this.#children = new ChildFiles((file) => this.#documents.get(uriOf(file))?.getText() ?? options.read(file))
  }

  listen(): void {
    const connection = this.#connection
    connection.onInitialize(() => ({
      serverInfo: { name: 'slipway' },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        completionProvider: { triggerCharacters: ['.', '{', '"', '/', ':'] },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        executeCommandProvider: { commands: [showCommand] },
      },
    }))
    connection.onCompletion((params) => this.#complete(params))
    connection.onHover((params) => this.#hover(params))
    connection.onDefinition((params) => this.#declarations(params))
    connection.onReferences((params) => this.#locations(params, () => true))
    connection.onPrepareRename((params) => {
      const found = this.#occurrence(params)
      return found && { range: rangeOf(found.open.document, found.start, found.end), placeholder: found.name }
    })
    connection.onRenameRequest((params) => this.#rename(params, params.newName))
    connection.onCodeAction(({ context }) => offersFor(context.diagnostics))
    connection.onExecuteCommand((params) => connection.window.showInformationMessage(wordsOf(params)))
    this.#feedDiagnostics()
    this.#documents.listen(connection)
    connection.listen()
  }

  #feedDiagnostics(): void {
    const feed = new DiagnosticsFeed(this.#connection, this.#options.diagnose)
    this.#documents.onDidChangeContent(({ document }) => feed.changed(document))
    this.#documents.onDidSave(({ document }) => {
      // A plugin may have been installed since the last look.
      this.#known.delete(dirname(fileOf(document.uri)))
      feed.changed(document)
    })
    this.#documents.onDidClose(({ document }) => {
      this.#open.delete(document.uri)
      feed.closed(document)
    })
  }

  async #complete({ textDocument, position }: TextDocumentPositionParams) {
    const open = this.#blueprint(textDocument.uri)
    if (open === undefined) return undefined
    const { document, file, text, lastRead } = open
    const known = await this.#knownFor(file)
    const world = { known, lastRead, children: this.#childrenOf(file) }
    const found = complete(file, text, document.offsetAt(position), world)
    return found && completionToProtocol(document, found)
  }

  async #hover({ textDocument, position }: TextDocumentPositionParams) {
    const open = this.#blueprint(textDocument.uri)
    if (open?.blueprint === undefined || open.tree === undefined) return undefined
    const known = await this.#knownFor(open.file)
    const offset = open.document.offsetAt(position)
    const found = hoverAt(open.blueprint, open.tree, offset, { known, children: this.#childrenOf(open.file) })
    return (
      found && {
        contents: { kind: 'markdown' as const, value: found.help },
        range: rangeOf(open.document, found.start, found.end),
      }
    )
  }

  #declarations(params: TextDocumentPositionParams): Location[] {
    return this.#inChild(params) ?? this.#locations(params, ({ isDeclaration }) => isDeclaration)
  }

  /** Finds the declaration in the file of a child. */
  #inChild({ textDocument, position }: TextDocumentPositionParams): Location[] | undefined {
    const open = this.#blueprint(textDocument.uri)
    if (open?.blueprint === undefined || open.tree === undefined) return undefined
    const offset = open.document.offsetAt(position)
    const found = childPlaceAt(open.blueprint, open.tree, offset, this.#childrenOf(open.file))
    if (found === undefined) return undefined
    const { file, blueprint } = found.child
    const document = TextDocument.create(uriOf(file), 'blueprint', 0, blueprint.source.text)
    const { start, end } = declaredAt(found)
    return [{ uri: document.uri, range: rangeOf(document, start, end) }]
  }

  #childrenOf(file: string): Children {
    return (path) => this.#children.find(file, path)
  }

  #locations(params: TextDocumentPositionParams, isWanted: (occurrence: Occurrence) => boolean): Location[] {
    const found = this.#occurrence(params)
    if (found === undefined) return []
    const { document } = found.open
    return found.all
      .filter(isWanted)
      .map(({ start, end }) => ({ uri: document.uri, range: rangeOf(document, start, end) }))
  }

  #rename(params: TextDocumentPositionParams, newName: string): WorkspaceEdit | undefined {
    const found = this.#occurrence(params)
    if (found === undefined) return undefined
    const { document, file, text } = found.open
    if (!nameShape.test(newName) || (formOf(file, text) === 'bp' && isReserved(newName))) {
      throw new ResponseError(ErrorCodes.InvalidParams, `"${newName}" cannot be a name in a blueprint`)
    }
    const edits = found.all.map(({ start, end }) => ({ range: rangeOf(document, start, end), newText: newName }))
    return { changes: { [document.uri]: edits } }
  }

  #occurrence({ textDocument, position }: TextDocumentPositionParams) {
    const open = this.#blueprint(textDocument.uri)
    if (open?.blueprint === undefined) return undefined
    const found = occurrenceAt(open.blueprint, open.document.offsetAt(position))
    return found && { ...found, open, all: sameAs(open.blueprint, found) }
  }

  #blueprint(uri: string): OpenBlueprint | undefined {
    const document = this.#documents.get(uri)
    if (document === undefined) return undefined
    let open = this.#open.get(uri)
    if (open?.document !== document) {
      open = new OpenBlueprint(document)
      this.#open.set(uri, open)
    }
    return open
  }

  #knownFor(file: string): Promise<Known> {
    const folder = dirname(file)
    let known = this.#known.get(folder)
    if (known === undefined) {
      known = this.#options.definitions(folder).then(
        ({ providers, transformers }) => new Known(providers.values(), transformers),
        (error: unknown) => {
          this.#connection.console.warn(`Slipway cannot tell which plugins are installed: ${messageOf(error)}`)
          return new Known()
        },
      )
      this.#known.set(folder, known)
    }
    return known
  }
}
