import { DiagnosticList } from '../diagnostics.ts'
import { MapDraft } from '../map-draft.ts'
import type { MapEntry, SourceText, TreeNode } from '../tree.ts'
import { BlockReader } from './block.ts'
import { readDeclaration, type Declared } from './declarations.ts'
import { unknownWord } from './header.ts'
import { sections, topWords } from './keywords.ts'
import { isDeclarationAt, skipDeclaration } from './recovery.ts'
import { LanguageProblem, Scanner } from './scanner.ts'

/** Reads the blueprint language into the tree that YAML and JSON give for the same blueprint. */
export function parseLanguage(source: SourceText, diagnostics: DiagnosticList): TreeNode {
  return new LanguageTree(source, diagnostics).build()
}

/** The comments, in the order of the text. */
export function languageComments(source: SourceText): readonly { readonly start: number; readonly end: number }[] {
  const scanner = new Scanner(source.text)
  new LanguageTree(source, new DiagnosticList(source), scanner).build()
  return [...scanner.comments].map(([start, end]) => ({ start, end })).sort((a, b) => a.start - b.start)
}

/** Reads lines of `name = value`, as they stand between the braces of a block. */
export function parseFields({ text }: SourceText, diagnostics: DiagnosticList): TreeNode {
  return new BlockReader(new Scanner(text), diagnostics).allFields()
}

interface SectionDraft {
  readonly entry: MapEntry
  readonly draft: MapDraft
}

class LanguageTree {
  readonly #reader: BlockReader
  readonly #root = new MapDraft()
  readonly #sections = new Map<string, SectionDraft>()

  constructor({ text }: SourceText, diagnostics: DiagnosticList, scanner = new Scanner(text)) {
    this.#reader = new BlockReader(scanner, diagnostics)
  }

  build(): TreeNode {
    const { scanner, diagnostics } = this.#reader
    scanner.skipSpace()
    if (scanner.isAtEnd) return { kind: 'scalar', start: 0, end: 0, value: null, text: '', style: 'plain' }
    const start = scanner.at
    while (!scanner.isAtEnd && !diagnostics.isFull) {
      try {
        this.#item()
      } catch (thrown) {
        const { code } = this.#reader.report(thrown)
        if (code === 'source/too-large') break
        skipDeclaration(scanner)
      }
      scanner.skipSpace()
    }
    return { kind: 'map', start, end: scanner.at, entries: this.#root.entries }
  }

  #item(): void {
    const { scanner, diagnostics } = this.#reader
    const start = scanner.at
    const word = scanner.name()
    if (word === undefined) return scanner.unexpected('a declaration is expected', 'such as resource name: type { … }')
    if (sections.has(word)) this.#declaration(word, start)
    else if (word === 'version') this.#root.add(diagnostics, word, start, scanner.at, this.#version())
    else if (word === 'transform') this.#root.add(diagnostics, word, start, scanner.at, this.#transform())
    else if (word === 'metadata') this.#root.add(diagnostics, word, start, scanner.at, this.#reader.fields(word))
    else unknownWord(word, start, 'the blueprint language', topWords)
    this.#endOfItem(word)
  }

  #endOfItem(word: string): void {
    const { scanner } = this.#reader
    scanner.skipBlank()
    // A block that is not closed has been reported, and ends where the next declaration begins.
    if (scanner.next === '\n' || scanner.isAtEnd || isDeclarationAt(scanner.text, scanner.at, false)) return
    scanner.unexpected(`a line break is expected after the ${word}`)
  }

  #declaration(keyword: string, start: number): void {
    const { diagnostics } = this.#reader
    const name = sections.get(keyword) ?? keyword
    const { draft } = this.#sections.get(name) ?? this.#section(name, keyword, start)
    const add = ({ name: own, nameStart, nameEnd, value }: Declared): void =>
      draft.add(diagnostics, own, nameStart, nameEnd, value)
    add(readDeclaration(this.#reader, keyword, add))
  }

  #section(name: string, keyword: string, start: number): SectionDraft {
    const draft = new MapDraft()
    const end = start + keyword.length
    const value: TreeNode = { kind: 'map', start, end, entries: draft.entries }
    const section = { entry: { key: name, keyStart: start, keyEnd: end, value }, draft }
    this.#root.add(this.#reader.diagnostics, name, start, end, value)
    this.#sections.set(name, section)
    return section
  }

  #version(): TreeNode {
    return this.#reader.text('the version is expected, in quotes', 'write version "2025-11-02"')
  }

  /** A name in quotes, or a list of them. */
  #transform(): TreeNode {
    const { scanner, expressions } = this.#reader
    scanner.skipBlank()
    if (scanner.next !== '[') return this.#reader.text('the name of a transform is expected, in quotes')
    const { at: start } = scanner
    const list = this.#reader.asNode(expressions.expression())
    if (list.kind === 'list') return list
    throw new LanguageProblem(start, scanner.at, 'a list of names of transforms is expected')
  }
}
