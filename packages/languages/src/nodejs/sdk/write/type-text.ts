import { fileOf, type Layout, pathTo } from './layout.ts'
import type { Package, Property, Type } from '../read/model.ts'
import { type Shape, shapeWithin, type Uses } from './uses.ts'
import { docs, literal, property, title } from '../read/words.ts'

const mostFollowed = 20

/** Spells types as one folder of the SDK refers to them. */
export class TypeText {
  readonly #pkg: Package
  readonly #layout: Layout
  readonly #uses: Uses
  /** The folder of the file that is written. */
  readonly #folder: string
  /** How many names for other types are being followed at the moment. */
  #followed = 0

  constructor(
    pkg: Package,
    { layout, uses, folder }: { readonly layout: Layout; readonly uses: Uses; readonly folder: string },
  ) {
    this.#pkg = pkg
    this.#layout = layout
    this.#uses = uses
    this.#folder = folder
  }

  /** Spells a type, with an input around it unless it is plain. */
  of(type: Type, shape: Shape): string {
    return this.#wrapped(type, shape, '')
  }

  /** The properties of an interface, one below the other. */
  members(
    properties: readonly Property[],
    shape: Shape,
    { indent, before = '' }: { readonly indent: string; readonly before?: string },
  ): string {
    return properties
      .map(({ name, type, isRequired, isPlain, constant, description, deprecated }) => {
        const here = shapeWithin(shape, isPlain)
        const without = here === 'input' && !isRequired ? ' | undefined' : ''
        const text =
          constant === undefined ? this.#wrapped(type, here, without) : constantText(literal(constant), here, without)
        const comment = docs(description, { deprecated, indent })
        return `${comment}${indent}${before}${property(name)}${isRequired ? '' : '?'}: ${text};\n`
      })
      .join('')
  }

  /** The type of an output of a resource. */
  output({ type, constant, isRequired }: Property): string {
    const text = constant === undefined ? this.of(type, 'output') : literal(constant)
    return `pulumi.Output<${text}${isRequired || text === 'any' ? '' : ' | undefined'}>`
  }

  #wrapped(type: Type, shape: Shape, without: string): string {
    const inner = shapeWithin(shape, type.isPlain === true)
    const bare = this.#bare(type, inner)
    return inner !== 'input' || bare === 'any' ? bare : `pulumi.Input<${bare}${without}>`
  }

  #bare(type: Type, shape: Shape): string {
    switch (type.kind) {
      case 'word':
        return type.word
      case 'list': {
        const items = this.#wrapped(type.items, shape, '')
        return items.includes(' | ') && !items.endsWith('>') ? `(${items})[]` : `${items}[]`
      }
      case 'map':
        return `{ [key: string]: ${this.#wrapped(type.values, shape, '')} }`
      case 'union':
        return (
          [...new Set(type.of.map((each) => this.#bare(each, shapeWithin(shape, each.isPlain === true))))].join(
            ' | ',
          ) || 'any'
        )
      case 'provider':
        return this.#imported('provider', 'Provider')
      case 'resource': {
        const placed = this.#layout.resources.get(type.token)
        return placed === undefined ? 'pulumi.Resource' : this.#imported(fileOf(placed), placed.name)
      }
      default:
        return this.#named(type.token, shape)
    }
  }

  #imported(file: string, name: string): string {
    return `import("${pathTo(this.#folder, file)}").${name}`
  }

  #named(token: string, shape: Shape): string {
    const named = this.#pkg.types.get(token)
    if (named === undefined) return 'any'
    if (named.kind === 'same') return this.#followedTo(named.type, shape)
    const module = this.#pkg.modules(named.token)
    const within = module === '' ? '' : `${module.replaceAll('/', '.')}.`
    if (named.kind === 'enum') return `enums.${within}${title(named.token.name)}`
    return `${shape === 'output' ? 'outputs' : 'inputs'}.${within}${this.nameOf(token, named.token.name, shape)}`
  }

  /** Names may refer to each other in a circle: then they have no meaning. */
  #followedTo(type: Type, shape: Shape): string {
    if (this.#followed > mostFollowed) return 'any'
    this.#followed += 1
    try {
      return this.#bare(type, shape)
    } finally {
      this.#followed -= 1
    }
  }

  /** The name of an object type in one of its shapes. */
  nameOf(token: string, name: string, shape: Shape): string {
    const isBare = shape !== 'input' || (this.#pkg.hasBareInputs && this.#uses.get(token)?.has('plain') !== true)
    return isBare ? title(name) : `${title(name)}Args`
  }
}

function constantText(text: string, shape: Shape, without: string): string {
  return shape === 'input' ? `pulumi.Input<${text}${without}>` : text
}

/** The imports that a text of declarations needs, with the text below them. */
export function withImports(folder: string, text: string): string {
  const wanted = [
    /\bpulumi\./.test(text) && 'import * as pulumi from "@pulumi/pulumi";',
    /\binputs\./.test(text) && `import * as inputs from "${pathTo(folder, 'types/input')}";`,
    /\boutputs\./.test(text) && `import * as outputs from "${pathTo(folder, 'types/output')}";`,
    /\benums\./.test(text) && `import * as enums from "${pathTo(folder, 'types/enums/index')}";`,
  ].filter((line) => line !== false)
  return `${[...wanted, ''].join('\n')}${text}`
}
