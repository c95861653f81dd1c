import {
  containsUnknown,
  Failure,
  isMap,
  isSecret,
  isUnknown,
  revealed,
  type Diagnostic,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { DiagnosticList, limits } from '@slipway/source'
import { scopeOf, unknownSources } from '../check/values/blueprint-scope.ts'
import { childVariable } from '../check/values/child-variable.ts'
import { findDependencies } from '../check/references/dependencies.ts'
import { type AnswerCall, untilAnswered } from '../check/references/lone-expression.ts'
import { resolveVariables } from '../check/values/variables.ts'
import { isKnownLater, type Unchecked } from '../check/unchecked.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import type { Scope } from '../evaluate/scope.ts'
import { Budget } from '../language/budget.ts'
import type { Blueprint, BlueprintTree, IncludeDeclaration } from '../language/declarations.ts'
import type { Expression, Origin } from '../language/expression.ts'
import { EvaluationFailure } from '../language/failure.ts'
import type { GivenVariable } from '../language/given-variable.ts'
import { blueprintVersion, readBlueprint } from '../language/parse/blueprint.ts'
import { concurrently } from '../providers/waiting/concurrently.ts'
import { joinChildren } from './join-children.ts'

/** The sources of the texts of children. */
export interface ChildSources {
  /** False if nothing here can read this kind of source. Only called if that may be left open. */
  readonly isReadable: (wanted: WantedChild) => boolean
  /**
   * Reads the text of a child.
   *
   * @throws Failure when the source does not exist, or cannot be read
   */
  readonly read: (wanted: WantedChild) => Promise<ChildText>
  /** Answers functions that read the outside, such as `cwd`. */
  readonly answerCall: AnswerCall
  /** The maximum depth of nested blueprints, counting the outermost one. */
  readonly depth: number
}

export interface WantedChild {
  readonly path: string
  /** The including file. A relative path starts at its place. */
  readonly from: string
  /** `sourceType` and its parameters. */
  readonly metadata: ValueMap
}

export interface ChildText {
  /** An absolute path or an address. It is the same for the same text, even if the include is written in another way. */
  readonly file: string
  readonly text: string
  /** A warning for the user about the text. */
  readonly warning?: { readonly code: string; readonly message: string; readonly hint: string }
}

/** The maximum number of children that one deployment may have. */
const mostChildren = 10_000
/** The maximum number of texts that are fetched at the same time. */
const atOnce = 8

/**
 * Joins the blueprint and everything that it includes into one. The diagnostics report the problems of an include at its place. The rest
 * can still be checked.
 *
 * @param unchecked if given, a child is left out if its file depends on a missing value, or if nothing here can read it
 */
export async function loadChildren(
  root: Blueprint,
  given: ReadonlyMap<string, GivenVariable>,
  sources: ChildSources,
  unchecked?: Unchecked,
): Promise<Blueprint> {
  if (root.includes.size === 0) return root
  const loader = new Loader(sources, unchecked)
  const tree = await loader.load({ blueprint: root, children: new Map() }, given)
  const complaints = loader.complaints
  try {
    const joined = joinChildren(tree, new Budget())
    const isTransformed = (joined.parts ?? []).some((part) => part.blueprint.transforms.length > 0)
    const diagnostics = [...joined.diagnostics, ...complaints]
    return { ...joined, diagnostics, ...(isTransformed && { family: tree }) }
  } catch (thrown) {
    if (!(thrown instanceof EvaluationFailure)) throw thrown
    const list = new DiagnosticList(root.source)
    list.general(thrown.code, thrown.message, thrown.hint)
    return { ...root, diagnostics: [...root.diagnostics, ...complaints, ...list.sorted()] }
  }
}

/** Adds the included children that the tree lacks, because a transform may have added some. */
export async function loadMissing(
  tree: BlueprintTree,
  given: ReadonlyMap<string, GivenVariable>,
  sources: ChildSources,
  unchecked?: Unchecked,
): Promise<{ readonly tree: BlueprintTree; readonly diagnostics: readonly Diagnostic[] }> {
  const loader = new Loader(sources, unchecked)
  const whole = await loader.load(tree, given)
  return { tree: whole, diagnostics: loader.complaints }
}

/** A blueprint on the way down: its file, and the scope for the paths of its includes. */
interface Level {
  readonly blueprint: Blueprint
  readonly above?: Level
  /** The scope, made on demand, because most paths are written out. */
  readonly scope: () => Scope
}

class Loader {
  readonly #sources: ChildSources
  readonly #unchecked: Unchecked | undefined
  readonly #read = new Map<string, Blueprint>()
  readonly #budget = new Budget()
  readonly #lists: DiagnosticList[] = []
  #count = 0
  #characters = 0

  constructor(sources: ChildSources, unchecked: Unchecked | undefined) {
    this.#sources = sources
    this.#unchecked = unchecked
  }

  get complaints(): readonly Diagnostic[] {
    return this.#lists.flatMap((list) => list.sorted())
  }

  load(tree: BlueprintTree, given: ReadonlyMap<string, GivenVariable>): Promise<BlueprintTree> {
    const { blueprint } = tree
    return this.#below({ blueprint, scope: this.#scopeIn(blueprint, () => variablesGiven(blueprint, given)) }, tree)
  }

  async #below(level: Level, known?: BlueprintTree): Promise<BlueprintTree> {
    const { blueprint } = level
    const list = new DiagnosticList(blueprint.source)
    this.#lists.push(list)
    const found = new Map<string, BlueprintTree>()
    const includes = [...blueprint.includes.values()]
    await concurrently(includes, atOnce, async (include) => {
      const there = known?.children.get(include.name)
      const child = await (there === undefined
        ? this.#child(include, level, list)
        : this.#belowChild(there.blueprint, include, level, there))
      if (child !== undefined) found.set(include.name, child)
    })
    // The children are in the order of the text, and not in the order of reading.
    const children = new Map(
      includes.flatMap(({ name }) => {
        const child = found.get(name)
        return child === undefined ? [] : [[name, child] as const]
      }),
    )
    return { ...known, blueprint, children }
  }

  #belowChild(
    blueprint: Blueprint,
    include: IncludeDeclaration,
    level: Level,
    known?: BlueprintTree,
  ): Promise<BlueprintTree> {
    const variables = (): ReadonlyMap<string, Value> => variablesOf(blueprint, include, level)
    return this.#below({ blueprint, above: level, scope: this.#scopeIn(blueprint, variables) }, known)
  }

  /** Loads a child; `undefined` after a report, and for a child that is left open. */
  async #child(include: IncludeDeclaration, level: Level, list: DiagnosticList): Promise<BlueprintTree | undefined> {
    try {
      const wanted = await this.#wanted(include, level)
      if (wanted === undefined) return undefined
      if (this.#unchecked !== undefined && !this.#sources.isReadable(wanted)) {
        this.#unchecked.child(include.name)
        return undefined
      }
      const { file, text, warning } = await this.#sources.read(wanted)
      if (warning !== undefined) {
        const { start, end } = include.path.origin
        list.warning(warning.code, start, end, warning.message, { hint: warning.hint })
      }
      this.#checkPlace(file, include, level)
      const blueprint = this.#parsed(file, text, include, list)
      return blueprint && (await this.#belowChild(blueprint, include, level))
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      const { start, end } = thrown instanceof EvaluationFailure ? thrown.origin : include.path.origin
      list.error(thrown.code, start, end, thrown.message, { hint: thrown.hint })
      return undefined
    }
  }

  async #wanted({ name, path, metadata }: IncludeDeclaration, level: Level): Promise<WantedChild | undefined> {
    const where = await this.#decided(path, `include.${name}.path`, level)
    if (where === undefined) return undefined
    if (typeof where !== 'string' || where === '') {
      throw new EvaluationFailure('blueprint/wrong-type', path.origin, `include.${name}.path must be text`)
    }
    const source =
      metadata === undefined ? valueMap() : await this.#decided(metadata, `include.${name}.metadata`, level)
    if (source === undefined) return undefined
    if (!isMap(source)) {
      const origin = metadata?.origin ?? path.origin
      throw new EvaluationFailure('blueprint/wrong-type', origin, `include.${name}.metadata must be a map`)
    }
    return { path: where, from: level.blueprint.source.file, metadata: source }
  }

  /** A value that decides which blueprint is meant. It must be known before anything else. `undefined` if it may be left open. */
  async #decided(expression: Expression, what: string, { scope }: Level): Promise<Value | undefined> {
    if (expression.kind === 'literal') return expression.value
    const inside = scope()
    const value = await untilAnswered(this.#sources.answerCall, (call) => evaluate(expression, { ...inside, call }))
    if (!containsUnknown(value)) return revealed(isSecret(value) ? value.value : value)
    if (this.#unchecked !== undefined && !(isUnknown(value) && isKnownLater(value))) return undefined
    const message = `${what} must be known before anything is deployed`
    throw new EvaluationFailure('blueprint/include', expression.origin, message, 'use only variables and values')
  }

  #checkPlace(file: string, { name, path }: IncludeDeclaration, level: Level): void {
    const chain = filesAbove(level)
    const first = chain.indexOf(file)
    if (first !== -1) {
      const circle = arrowsOf([...chain.slice(first), file], chain)
      const message = `these blueprints include each other in a circle: ${circle}`
      throw new EvaluationFailure('blueprint/include-cycle', path.origin, message, 'remove one of the includes')
    }
    const { depth } = this.#sources
    if (chain.length >= depth) {
      const message = `the child "${name}" is nested too deep, inside more than ${depth - 1} others: ${arrowsOf([...chain, file], chain)}`
      throw new EvaluationFailure(
        'blueprint/include-depth',
        path.origin,
        message,
        `the setting "include.depth" allows more: --set include.depth=${chain.length + 1}`,
      )
    }
    this.#count++
    if (this.#count > mostChildren) throw tooMany(`more than ${mostChildren} children`, path.origin)
  }

  #parsed(file: string, text: string, { path }: IncludeDeclaration, list: DiagnosticList): Blueprint | undefined {
    const known = this.#read.get(file)
    if (known !== undefined && known.source.text === text) return known
    this.#characters += text.length
    if (this.#characters > mostCharacters) throw tooMany(`more than ${mostCharacters} characters`, path.origin)
    const { blueprint, diagnostics } = readBlueprint(file, text)
    const { start, end } = path.origin
    if (blueprint !== undefined) {
      // A file without the version of a blueprint may be anything, such as a file of passwords, so nothing of it is shown.
      if (blueprint.diagnostics.some(({ code }) => code === 'blueprint/version')) {
        const hint = `a blueprint begins with "version: ${blueprintVersion}"`
        list.error('blueprint/include', start, end, `${file} is not a blueprint: it has no version`, { hint })
        return undefined
      }
      this.#read.set(file, blueprint)
      return blueprint
    }
    const [first] = diagnostics
    const place = first?.range === undefined ? file : `${file}:${first.range.start.line}`
    list.error('blueprint/include', start, end, `${place} cannot be read: ${first?.message ?? 'it is not a blueprint'}`)
    return undefined
  }

  #scopeIn(blueprint: Blueprint, variables: () => ReadonlyMap<string, Value>): () => Scope {
    let scope: Scope | undefined
    return () => {
      if (scope !== undefined) return scope
      const { valueOrder } = findDependencies(blueprint, this.#budget)
      const values = new Map(
        valueOrder.flatMap((name) => {
          const declared = blueprint.values.get(name)
          return declared === undefined
            ? []
            : [[name, { secret: declared.secret, expression: declared.expression }] as const]
        }),
      )
      scope = scopeOf({ variables: variables(), values }, unknownSources(), this.#budget)
      return scope
    }
  }
}

const mostCharacters = 4 * limits.characters

function tooMany(what: string, origin: Origin): EvaluationFailure {
  return new EvaluationFailure('blueprint/too-large', origin, `all included blueprints together have ${what}`)
}

/** The files from the outermost blueprint to this one. */
function filesAbove({ blueprint, above }: Level): readonly string[] {
  const files = above === undefined ? [] : filesAbove(above)
  return [...files, blueprint.source.file]
}

/** The values of variables. The check will report their problems. */
function variablesGiven(root: Blueprint, given: ReadonlyMap<string, GivenVariable>): ReadonlyMap<string, Value> {
  return resolveVariables(root, given, new DiagnosticList(root.source))
}

function variablesOf(
  { variables }: Blueprint,
  include: IncludeDeclaration,
  { scope }: Level,
): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>()
  for (const [name, declared] of variables) {
    const given = include.variables.get(name)
    const value = given === undefined ? (declared.default?.value ?? null) : evaluate(given, scope())
    if (value === null) continue
    values.set(
      name,
      childVariable(declared, `variables.${include.name}/${name}`, value, given?.origin ?? include.origin),
    )
  }
  return values
}

/** The files of a circle. Files below the folder of the outermost blueprint have relative names. */
function arrowsOf(files: readonly string[], [outermost = '']: readonly string[]): string {
  const folder = outermost.slice(0, outermost.lastIndexOf('/') + 1)
  return files.map((file) => (file.startsWith(folder) ? file.slice(folder.length) : file)).join(' -> ')
}
