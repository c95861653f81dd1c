import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseBlueprint, type Blueprint } from '@slipway/engine'
import { readSource, type TreeNode } from '@slipway/source'
import type { TextDocument } from 'vscode-languageserver-textdocument'

/** A blueprint that is open in an editor. */
export class OpenBlueprint {
  readonly document: TextDocument
  /** The path of the file; for a text without a path, an invented name with the right ending. */
  readonly file: string
  #version: number | undefined
  #blueprint: Blueprint | undefined
  #tree: TreeNode | undefined
  #lastRead: Blueprint | undefined

  constructor(document: TextDocument) {
    this.document = document
    this.file = fileOf(document.uri)
  }

  get text(): string {
    return this.document.getText()
  }

  /** The blueprint in the present text; `undefined` when it cannot be read. */
  get blueprint(): Blueprint | undefined {
    this.#read()
    return this.#blueprint
  }

  get tree(): TreeNode | undefined {
    this.#read()
    return this.#tree
  }

  /** The last readable version: while the user types, the names in it are still right. */
  get lastRead(): Blueprint | undefined {
    this.#read()
    return this.#lastRead
  }

  #read(): void {
    if (this.#version === this.document.version) return
    this.#version = this.document.version
    const { source, tree } = readSource(this.file, this.text)
    this.#tree = tree
    this.#blueprint = tree === undefined ? undefined : parseBlueprint(source, tree).blueprint
    this.#lastRead = this.#blueprint ?? this.#lastRead
  }
}

/** The path behind a URI. Unsaved texts, and texts on another machine, have no path. */
export function fileOf(uri: string): string {
  if (uri.startsWith('file:')) {
    try {
      return fileURLToPath(uri)
    } catch {
      // The URI names another host, or has a slash within a name.
    }
  }
  return uri.slice(uri.lastIndexOf('/') + 1)
}

export function uriOf(file: string): string {
  return pathToFileURL(file).href
}
