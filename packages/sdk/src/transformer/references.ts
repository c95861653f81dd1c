import { documentAt, type DocumentNode, type ReferenceSubstitution, type Substitution } from '@slipway/model'
import type { Expansion } from './define-abstract-resource.ts'
import { nodeOf } from './blueprint-texts.ts'

interface Problem {
  readonly problem: string
}

/** Resolves references to abstract resources after their replacement. */
export class References {
  readonly #resources: DocumentNode | undefined
  readonly #expansions: ReadonlyMap<string, Expansion>

  constructor(resources: DocumentNode | undefined, expansions: ReadonlyMap<string, Expansion>) {
    this.#resources = resources
    this.#expansions = expansions
  }

  /** Resolves a reference; one that is not to an abstract resource stays as it is. */
  of(reference: ReferenceSubstitution): Substitution | Problem {
    const { to, name, path } = reference
    const expansion = to === 'resource' ? this.#expansions.get(name) : undefined
    if (expansion === undefined) return reference
    const [first] = path
    const index = typeof first === 'number' ? [first] : []
    const [section, ...steps] = path.slice(index.length)
    const problem = `"${[name, ...path].join('.')}" is not an output of ${name}`
    if (section !== 'spec' || typeof steps[0] !== 'string') return { problem }
    const [property, ...rest] = steps
    const output = expansion.outputs?.[property]
    const given =
      output === undefined ? this.#given(name, property) : nodeOf(output, `the output ${property} of ${name}`)
    const meant = given && followed(given, rest)
    if (meant === undefined) return { problem }
    const isMade =
      meant.kind === 'reference' && meant.to === 'resource' && Object.hasOwn(expansion.resources, meant.name)
    return isMade && index.length > 0 ? { ...meant, path: [...index, ...meant.path] } : meant
  }

  /** The replacement for a reference written as text: `resources.web.spec.url`. `undefined`: the text stays as it is. */
  ofText(text: string): string | Problem | undefined {
    const match = /^resources\.([A-Za-z_][\w-]*)((?:\.[A-Za-z_][\w-]*|\[\d+\]|\["[^"]*"\])*)$/.exec(text)
    const [, name = '', steps = ''] = match ?? []
    if (!this.#expansions.has(name)) return undefined
    const path = Array.from(steps.matchAll(/\.([\w-]+)|\[(\d+)\]|\["([^"]*)"\]/g), ([, plain, index, quoted]) =>
      index === undefined ? (plain ?? quoted ?? '') : Number(index),
    )
    const meant = this.of({ kind: 'reference', to: 'resource', name, path })
    if ('problem' in meant) return meant
    if (meant.kind === 'reference') return `${sections[meant.to]}.${meant.name}${meant.path.map(stepText).join('')}`
    return { problem: `${text} is no longer a reference: export a value that holds it` }
  }

  /** The property of the resource in the blueprint itself. */
  #given(name: string, property: string): DocumentNode | undefined {
    return documentAt(documentAt(documentAt(this.#resources, name), 'spec'), property)
  }
}

const sections: Readonly<Record<ReferenceSubstitution['to'], string>> = {
  variable: 'variables',
  value: 'values',
  resource: 'resources',
  datasource: 'datasources',
  child: 'children',
  elem: 'elem',
  index: 'i',
}

function stepText(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`
  return /^[A-Za-z_][\w-]*$/.test(step) ? `.${step}` : `["${step}"]`
}

/** A part of a value, if it is known without evaluating anything. */
function followed(node: DocumentNode, path: readonly (string | number)[]): Substitution | undefined {
  const [step, ...rest] = path
  if (node.kind === 'text') {
    const [only] = node.parts
    if (node.parts.length !== 1 || only === undefined || typeof only === 'string')
      return step === undefined ? joined(node) : undefined
    if (step === undefined) return only
    return only.kind === 'reference' ? { ...only, path: [...only.path, ...path] } : undefined
  }
  if (step === undefined) return node.kind === 'scalar' ? { kind: 'literal', value: node.value } : undefined
  const below =
    typeof step === 'number' ? (node.kind === 'list' ? node.items[step] : undefined) : documentAt(node, step)
  return below && followed(below, rest)
}

function joined({ parts }: Extract<DocumentNode, { kind: 'text' }>): Substitution {
  const args = parts.map((part) => ({
    value: typeof part === 'string' ? ({ kind: 'literal', value: part } as const) : part,
  }))
  const list: Substitution = { kind: 'call', name: 'list', args }
  return { kind: 'call', name: 'join', args: [{ value: list }, { value: { kind: 'literal', value: '' } }] }
}
