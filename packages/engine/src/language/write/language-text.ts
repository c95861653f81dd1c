import {
  DiagnosticList,
  entryOf,
  isReserved,
  type Comments,
  type MapEntry,
  type SourceText,
  type TreeNode,
} from '@slipway/source'
import { isName, keyText } from './expression-text.ts'
import { ValueText, step } from './value-text.ts'

const keywords: ReadonlyMap<string, string> = new Map([
  ['variables', 'variable'],
  ['values', 'value'],
  ['datasources', 'data'],
  ['resources', 'resource'],
  ['include', 'include'],
  ['exports', 'export'],
])

/** Writes a blueprint in the blueprint language, with its comments, from the tree of any form. The blueprint must have no mistakes. */
export function writeLanguage(source: SourceText, tree: TreeNode, comments: Comments): string {
  const writer = new LanguageText(new ValueText(new DiagnosticList(source), comments))
  const blocks = tree.kind === 'map' ? tree.entries.flatMap((entry) => writer.top(entry)) : []
  const rest = comments.rest().map((words) => `# ${words}`.trimEnd())
  return `${[...blocks, ...(rest.length === 0 ? [] : [rest.join('\n')])].join('\n\n')}\n`
}

class LanguageText {
  readonly #values: ValueText

  constructor(values: ValueText) {
    this.#values = values
  }

  /** The blocks of an entry, each without the blank line after it. */
  top(entry: MapEntry): readonly string[] {
    const { key, keyStart, value } = entry
    const keyword = keywords.get(key)
    if (keyword === undefined) return [this.#directive(entry).join('\n')]
    const declared = value.kind === 'map' ? value.entries.map((one) => this.#declaration(keyword, one).join('\n')) : []
    const remarks = this.#above(keyStart, '')
    const [first, ...others] = declared
    return first === undefined ? remarks : [[...remarks, first].join('\n'), ...others]
  }

  #directive({ key, keyStart, value }: MapEntry): readonly string[] {
    if (key === 'metadata' && value.kind === 'map')
      return this.#values.remarked(keyStart, '', this.#block('metadata', value.entries, ''))
    const text = value.kind === 'scalar' ? `"${value.text}"` : this.#values.value(value, '')
    return this.#values.remarked(keyStart, '', `${key} ${text}`)
  }

  #declaration(keyword: string, { key, keyStart, value }: MapEntry): readonly string[] {
    const entries = value.kind === 'map' ? value.entries : []
    const headKey = keyword === 'include' ? 'path' : 'type'
    const head = entries.find((entry) => entry.key === headKey)
    const beside = head === undefined ? [] : this.#above(head.keyStart, '')
    const lines = entries
      .filter((entry) => entry !== head)
      .flatMap((entry, index) => this.#values.apart(entry.keyStart, index, this.#entry(keyword, entry)))
    const title = `${keyword} ${nameText(key)}${head === undefined ? '' : this.#head(keyword, head.value)}`
    const body = lines.length === 0 ? '{\n}' : `{\n${lines.join('\n')}\n}`
    const written = this.#values.remarked(keyStart, '', `${title} ${body}`)
    return [...beside, ...written]
  }

  /** The comments of a part that has no line of its own here, such as a type. */
  #above(start: number, indent: string): readonly string[] {
    const { before, after } = this.#values.comments.at(start)
    return [...before, ...after].map((words) => `${indent}# ${words}`.trimEnd())
  }

  #head(keyword: string, node: TreeNode): string {
    const text = node.kind === 'scalar' ? node.text : ''
    if (keyword === 'include') return ` ${this.#values.value(node, '')}`
    return `: ${/^[A-Za-z0-9_.:@/-]*[A-Za-z0-9_.@/-]$/.test(text) ? text : `"${text}"`}`
  }

  #entry(keyword: string, entry: MapEntry): readonly string[] {
    const { key, keyStart, value } = entry
    const at = (written: string) => this.#values.remarked(keyStart, step, `${step}${written}`)
    if (value.kind === 'map' && isBlock(keyword, key)) return at(this.#block(key, value.entries, step))
    if (keyword === 'resource') {
      if (key === 'each') return at(`foreach ${this.#values.value(value, step)}`)
      if (key === 'linkSelector') return at(this.#selector(value))
      if (key === 'dependsOn') return at(`dependsOn = ${this.#names(value)}`)
    }
    if (keyword === 'data') {
      if (key === 'filter') return this.#filters(entry)
      if (key === 'exports') return this.#exports(entry)
    }
    if (
      keyword === 'export' &&
      key === 'field' &&
      value.kind === 'scalar' &&
      /^[A-Za-z_](?:[\w.-]|\[\d*\]|\["[\w.-]+"\])*$/.test(value.text)
    )
      return at(`field = ${value.text}`)
    return this.#values.field(entry, step)
  }

  #block(key: string, entries: readonly MapEntry[], indent: string): string {
    if (entries.length === 0) return `${key} {\n${indent}}`
    return `${key} {\n${this.#values.fields(entries, indent + step).join('\n')}\n${indent}}`
  }

  #names(node: TreeNode): string {
    if (node.kind === 'list') return `[${node.items.map((item) => this.#names(item)).join(', ')}]`
    if (node.kind !== 'scalar') return this.#values.value(node, step)
    return isName(node.text) && !isReserved(node.text) ? node.text : `"${node.text}"`
  }

  #selector(node: TreeNode): string {
    const labels = node.kind === 'map' ? entryOf(node, 'byLabel') : undefined
    const excluded = node.kind === 'map' ? entryOf(node, 'exclude') : undefined
    const inner = step + step
    const lines =
      labels?.kind === 'map'
        ? labels.entries.flatMap((entry, index) => this.#values.apart(entry.keyStart, index, this.#label(entry, inner)))
        : []
    const exclude = excluded === undefined ? [] : [`${inner}exclude = ${this.#names(excluded)}`]
    return `select by label {\n${[...lines, ...exclude].join('\n')}\n${step}}`
  }

  #label({ key, keyStart, value }: MapEntry, indent: string): readonly string[] {
    const name = key === 'exclude' ? '"exclude"' : keyText(key)
    return this.#values.remarked(keyStart, indent, `${indent}${name} = ${this.#values.value(value, indent)}`)
  }

  #filters({ keyStart, value }: MapEntry): readonly string[] {
    const items = value.kind === 'list' ? value.items : [value]
    return [
      ...this.#above(keyStart, step),
      ...items.flatMap((item, index) =>
        this.#values.apart(item.start, index, this.#values.remarked(item.start, step, this.#filter(item))),
      ),
    ]
  }

  #filter(node: TreeNode): string {
    if (node.kind !== 'map') return ''
    const [field, operator, search] = ['field', 'operator', 'search'].map((key) => entryOf(node, key))
    const sign = operator?.kind === 'scalar' ? operator.text : ''
    const written = search === undefined ? '' : this.#values.value(search, step)
    return `${step}filter "${field?.kind === 'scalar' ? field.text : ''}" ${sign === '=' ? '==' : sign} ${written}`
  }

  #exports({ keyStart: start, value }: MapEntry): readonly string[] {
    if (value.kind !== 'map') return this.#values.remarked(start, step, `${step}export *`)
    const all = value.entries.flatMap(({ key, keyStart, value: declared }) => {
      const entries = declared.kind === 'map' ? declared.entries : []
      const [type, alias] = ['type', 'aliasFor'].map((name) => entries.find((entry) => entry.key === name))
      const others = entries.filter((entry) => entry !== type && entry !== alias)
      const name = alias?.value.kind === 'scalar' ? `${nameText(alias.value.text)} as ${nameText(key)}` : nameText(key)
      const block = others.length === 0 ? '' : ` ${this.#block('', others, step).trimStart()}`
      const written = `${step}export ${name}${type === undefined ? '' : this.#head('data', type.value)}${block}`
      const beside = [type, alias].flatMap((entry) => (entry === undefined ? [] : this.#above(entry.keyStart, step)))
      return [...beside, ...this.#values.remarked(keyStart, step, written)]
    })
    return [...this.#above(start, step), ...all]
  }
}

function isBlock(keyword: string, key: string): boolean {
  if (key === 'metadata') return keyword === 'resource' || keyword === 'data' || keyword === 'include'
  if (key === 'options') return keyword === 'resource' || keyword === 'data'
  return (key === 'spec' && keyword === 'resource') || (key === 'variables' && keyword === 'include')
}

function nameText(name: string): string {
  return isName(name) && !isReserved(name) ? name : `"${name}"`
}
