import { EVENT_ID, SCALAR_STYLE, YAMLException, getScalarValue, parseEvents } from 'js-yaml'
import type { Event, ScalarEvent } from 'js-yaml'
import type { DiagnosticList } from '../diagnostics.ts'
import { limits } from '../limits.ts'
import { MapDraft } from '../map-draft.ts'
import { plainScalar } from './plain-scalar.ts'
import type { MapEntry, ScalarNode, SourceText, TreeNode } from '../tree.ts'
import { explainSyntaxError } from './yaml-syntax.ts'

/** A list or map that is being read. */
type Frame = ListFrame | MapFrame

interface ListFrame {
  readonly kind: 'list'
  readonly start: number
  end: number
  readonly items: TreeNode[]
}

interface MapFrame {
  readonly kind: 'map'
  readonly start: number
  end: number
  readonly entries: readonly MapEntry[]
  readonly draft: MapDraft
  key: ScalarNode | undefined
  /** True if the pair has a list or map as its key, so that its value is read and dropped. */
  keyRefused: boolean
}

export function parseYaml(source: SourceText, diagnostics: DiagnosticList): TreeNode | undefined {
  try {
    return new YamlTree(source, diagnostics).build(parseEvents(source.text, { maxDepth: limits.depth }))
  } catch (thrown) {
    if (!(thrown instanceof YAMLException)) throw thrown
    explainSyntaxError(diagnostics, thrown.reason, thrown.mark?.position ?? 0)
    return undefined
  }
}

/** Builds the tree from the parser's events: no recursion, one object per node. */
class YamlTree {
  readonly #source: SourceText
  readonly #diagnostics: DiagnosticList
  readonly #stack: Frame[] = []
  #root: TreeNode | undefined
  #documents = 0
  /** The end of the last scalar, which serves as the place of parts that are not written. */
  #lastEnd = 0

  constructor(source: SourceText, diagnostics: DiagnosticList) {
    this.#source = source
    this.#diagnostics = diagnostics
  }

  build(events: readonly Event[]): TreeNode | undefined {
    if (events.length > limits.nodes) {
      this.#diagnostics.error('source/too-large', 0, 0, `more than ${limits.nodes} keys and values`, {
        hint: 'split the file',
      })
      return undefined
    }
    for (const event of events) this.#read(event)
    return this.#root ?? { kind: 'scalar', start: 0, end: 0, value: null, text: '', style: 'plain' }
  }

  #read(event: Event): void {
    switch (event.type) {
      case EVENT_ID.SCALAR:
        this.#refuseProperties(event)
        return this.#attach(this.#scalar(event))
      case EVENT_ID.MAPPING:
        this.#refuseProperties(event)
        return this.#openMap(event.start)
      case EVENT_ID.SEQUENCE:
        this.#refuseProperties(event)
        this.#stack.push({ kind: 'list', start: event.start, end: event.start + 1, items: [] })
        return
      case EVENT_ID.POP:
        return this.#close()
      case EVENT_ID.ALIAS:
        this.#refuseAlias(event.anchorStart - 1, event.anchorEnd)
        return this.#attach(nothingAt(event.anchorEnd))
      case EVENT_ID.DOCUMENT:
        return this.#openDocument()
    }
  }

  #openDocument(): void {
    this.#documents++
    if (this.#documents !== 2) return
    const at = this.#source.text.indexOf('---', this.#lastEnd)
    this.#diagnostics.error('source/several-documents', at, at + 3, 'a second document begins here', {
      hint: 'Slipway reads only one document: remove the "---", or put the second one into its own file',
    })
  }

  #openMap(start: number): void {
    const draft = new MapDraft()
    const { entries } = draft
    this.#stack.push({ kind: 'map', start, end: start + 1, entries, draft, key: undefined, keyRefused: false })
  }

  /** Ends a list or map; the end of the document has no frame. */
  #close(): void {
    const frame = this.#stack.pop()
    if (frame === undefined) return
    if (frame.kind === 'list') this.#attach({ kind: 'list', start: frame.start, end: frame.end, items: frame.items })
    else this.#attach({ kind: 'map', start: frame.start, end: frame.end, entries: frame.entries })
  }

  #attach(node: TreeNode): void {
    const frame = this.#stack.at(-1)
    if (frame === undefined) {
      if (this.#documents === 1) this.#root = node
      return
    }
    if (node.end > frame.end) frame.end = node.end
    if (frame.kind === 'list') frame.items.push(node)
    else if (frame.key === undefined && !frame.keyRefused) this.#placeKey(frame, node)
    else this.#placeValue(frame, node)
  }

  #placeKey(frame: MapFrame, node: TreeNode): void {
    if (node.kind === 'scalar') {
      frame.key = node
      return
    }
    frame.keyRefused = true
    this.#diagnostics.error('source/complex-key', node.start, node.end, `a ${node.kind} cannot be a key`, {
      hint: 'keys are text',
    })
  }

  #placeValue(frame: MapFrame, node: TreeNode): void {
    const { key } = frame
    frame.key = undefined
    frame.keyRefused = false
    if (key === undefined) return
    if (key.style === 'plain' && key.text === '<<') return this.#refuseMergeKey(key)
    frame.draft.add(this.#diagnostics, key.text, key.start, key.end, node)
  }

  #scalar(event: ScalarEvent): ScalarNode {
    if (event.valueStart === -1) return nothingAt(this.#lastEnd)
    const { text: whole } = this.#source
    const text = getScalarValue(whole, event)
    if (event.style === SCALAR_STYLE.PLAIN) {
      this.#lastEnd = event.valueEnd
      return this.#plain(event.valueStart, event.valueEnd, text)
    }
    if (event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED) {
      const [start, end] = [event.valueStart - 1, event.valueEnd + 1]
      this.#lastEnd = end
      return { kind: 'scalar', start, end, value: text, text, style: 'quoted' }
    }
    this.#lastEnd = event.valueEnd
    const start = firstInk(whole, event.valueStart, event.valueEnd)
    return { kind: 'scalar', start, end: event.valueEnd, value: text, text, style: 'block' }
  }

  #plain(start: number, end: number, text: string): ScalarNode {
    const { value, trouble } = plainScalar(text)
    if (trouble === 'octal-looking') {
      this.#diagnostics.warning('source/octal-looking', start, end, `${text} is read as text, not as a number`, {
        hint: `write "${text}" with quotes for text, or 0o${text.replace(/^[-+]?0+(?=.)/, '')} for an octal number`,
      })
    } else if (trouble === 'not-finite') {
      this.#diagnostics.error('source/not-finite', start, end, `Slipway cannot store the number ${text}`, {
        hint: 'write it in quotes if it is text',
      })
    }
    return { kind: 'scalar', start, end, value, text, style: 'plain' }
  }

  #refuseProperties(event: { anchorStart: number; anchorEnd: number; tagStart: number; tagEnd: number }): void {
    if (event.tagStart !== -1) {
      const tag = this.#source.text.slice(event.tagStart, event.tagEnd)
      this.#diagnostics.error(
        'source/yaml-tag',
        event.tagStart,
        event.tagEnd,
        `Slipway does not read the YAML tag ${tag}`,
        {
          hint: 'remove the tag: the notation of a value gives its type',
        },
      )
    }
    if (event.anchorStart !== -1) this.#refuseAlias(event.anchorStart - 1, event.anchorEnd)
  }

  #refuseAlias(start: number, end: number): void {
    const name = this.#source.text.slice(start, end)
    const what = name.startsWith('*') ? 'alias' : 'anchor'
    this.#diagnostics.error('source/yaml-alias', start, end, `Slipway does not read the YAML ${what} ${name}`, {
      hint: 'write the value out; in a blueprint, name it under "values" and use ${values.…}',
    })
  }

  #refuseMergeKey(key: ScalarNode): void {
    this.#diagnostics.error(
      'source/yaml-merge-key',
      key.start,
      key.end,
      'Slipway does not read the YAML merge key <<',
      {
        hint: 'write the keys out, or put << in quotes to use it as a key',
      },
    )
  }
}

function nothingAt(offset: number): ScalarNode {
  return { kind: 'scalar', start: offset, end: offset, value: null, text: '', style: 'plain' }
}

/** The first visible character, where a caret under a block scalar belongs. */
function firstInk(text: string, start: number, end: number): number {
  let at = start
  while (at < end && /\s/.test(text[at] ?? '')) at++
  return at < end ? at : start
}
