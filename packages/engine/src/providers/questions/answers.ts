import {
  containsUnknown,
  isSecret,
  revealed,
  secret,
  type AnalyzedResource,
  type ComputedValues,
  type DeployRequest,
  type Diagnostic,
  type LinkChanges,
  type StageLinkRequest,
  type DiffRequest,
  type ResourceDiff,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { DecidedBy } from '../../check/checked.ts'
import type { AskedData } from '../../check/definitions/deciding.ts'
import { metadataValue } from '../../spec/metadata-value.ts'
import type { Origin } from '../../language/expression.ts'
import type { OfResource, Plain } from '../call.ts'
import { CallMemo } from '../../evaluate/call-memo.ts'

/** A question that only the outside can answer. */
export type Question =
  | DataQuestion
  | LinkQuestion
  | FunctionQuestion
  | DrawnQuestion
  | DiffQuestion
  | RemedyQuestion
  | PreviewQuestion

interface FunctionQuestion {
  readonly kind: 'function'
  readonly name: string
  readonly args: readonly Value[]
  /** The place of the call. If several calls are equal, the place of one of them. */
  readonly origin?: Origin
}

/** Asks whether a resource can change in place from the recorded to the wanted spec. */
export interface DiffQuestion {
  readonly kind: 'diff'
  readonly request: OfResource<DiffRequest>
}

/** Asks for the values that a provider would compute for a resource. */
export interface PreviewQuestion {
  readonly kind: 'preview'
  readonly request: OfResource<DeployRequest>
}

/** Asks policies to remedy a wanted resource. */
interface RemedyQuestion {
  readonly kind: 'remedy'
  readonly resource: AnalyzedResource
}

/** A call of `uuid` or `datetime`. Each call has an answer of its own. */
interface DrawnQuestion {
  readonly kind: 'drawn'
  /** Identifies the call as long as it stays in its place: `values.id uuid [] 0`. */
  readonly key: string
  readonly name: string
  readonly args: readonly Value[]
  readonly origin?: Origin
}

/** Asks for the changes of a link. */
export interface LinkQuestion {
  readonly kind: 'link'
  /** Name of the link: `orders::table`. */
  readonly name: string
  readonly request: Plain<StageLinkRequest>
}

export interface DataQuestion extends AskedData {
  readonly kind: 'data'
}

/** The answers to each kind of question. Answers of functions, and drawn values, are kept elsewhere. */
interface AnswersByKind {
  readonly data: ValueMap
  readonly link: LinkChanges
  readonly diff: ResourceDiff
  readonly remedy: ValueMap
  /** `unable` if its provider cannot predict the values. */
  readonly preview: ComputedValues | 'unable'
}

type Asked<Kind> = Question & { readonly kind: Kind }
type Kept = { readonly [Kind in keyof AnswersByKind]: Map<string, AnswersByKind[Kind]> }

/** The answers of data sources and provider functions in this run: each question is asked once. */
export class Answers {
  readonly functions: CallMemo
  readonly #kept: Kept
  readonly #recorded: ValueMap
  readonly #drawn = new Map<string, Value>()
  readonly #warnings: Diagnostic[]

  /** True if policies may remedy wanted resources. */
  readonly areRemedied: boolean
  /** True if the plan is only for viewing, so that providers are asked for the values that they would compute. */
  readonly arePreviewed: boolean

  /**
   * @param recorded values that an earlier run has drawn, by the keys of the calls
   * @param known answers from earlier in the same run
   */
  constructor(recorded: ValueMap = {}, areRemedied = false, arePreviewed = false, known?: DecidedBy) {
    this.functions = new CallMemo(known?.calls)
    this.#kept = { data: new Map(known?.data), link: new Map(), diff: new Map(), remedy: new Map(), preview: new Map() }
    this.#warnings = [...(known?.warnings ?? [])]
    this.#recorded = recorded
    this.areRemedied = areRemedied
    this.arePreviewed = arePreviewed
  }

  /** The value drawn for a call, in this run or an earlier one. */
  drawn(key: string): Value | undefined {
    const recorded = this.#recorded[key]
    // A value that cannot be decrypted is drawn again.
    const known = isSecret(recorded) && typeof recorded.value === 'string' ? recorded.value : undefined
    return this.#drawn.get(key) ?? known
  }

  keepDrawn(key: string, value: Value): void {
    this.#drawn.set(key, value)
  }

  /** The values that were drawn in this run, in the recorded form: as secrets, because a drawn value may be used as a secret. */
  newlyDrawn(): ValueMap {
    return valueMap(Array.from(this.#drawn, ([key, value]) => [key, secret(value)] as const))
  }

  /** The answer to a question; `undefined` if there is no answer yet. */
  to<Kind extends keyof AnswersByKind>(question: Asked<Kind>): AnswersByKind[Kind] | undefined {
    return this.#kept[question.kind].get(keyOfQuestion(question))
  }

  keep<Kind extends keyof AnswersByKind>(question: Asked<Kind>, answer: AnswersByKind[Kind]): void {
    this.#kept[question.kind].set(keyOfQuestion(question), answer)
  }

  /** True while no data source was read and no function called. */
  get isEmpty(): boolean {
    return this.#kept.data.size === 0 && this.functions.isEmpty
  }

  /** All values that were read so far. */
  get read(): DecidedBy {
    return { calls: new CallMemo(this.functions), data: new Map(this.#kept.data), warnings: [...this.#warnings] }
  }

  /** Plugins' remarks about data sources that were read, except errors. */
  get warnings(): readonly Diagnostic[] {
    return this.#warnings
  }

  keepWarnings(warnings: readonly Diagnostic[]): void {
    this.#warnings.push(...warnings)
  }
}

/** Collects questions, and the drawn values that are used. */
export interface Asking {
  ask(question: Question): void
  use(key: string, drawn: Value): void
}

/** The questions of one pass, without duplicates. */
export class Questions implements Asking {
  readonly #open = new Map<string, Question>()
  readonly #used = new Map<string, Value>()
  /** Names of resources whose changes are not known yet. */
  readonly #undecided = new Set<string>()
  /** The questions since the last `takeNewDiffs`. */
  #new: DiffQuestion[] = []

  /** The drawn values that this pass needs, in the recorded form. */
  get drawn(): ValueMap {
    return valueMap(Array.from(this.#used, ([key, value]) => [key, secret(value)] as const))
  }

  use(key: string, drawn: Value): void {
    this.#used.set(key, drawn)
  }

  ask(question: Question): void {
    this.#open.set(`${question.kind} ${keyOfQuestion(question)}`, question)
    if (question.kind !== 'diff') return
    this.#undecided.add(question.request.resourceName)
    this.#new.push(question)
  }

  /** The questions that can be asked before the pass is done. Each question is returned once, and stays open. */
  takeNewDiffs(): readonly DiffQuestion[] {
    const found = this.#new.filter((question) => !isAboutUnknown(question))
    this.#new = []
    return found
  }

  /** False while a question about the change or replacement of a resource is open. */
  isDecided(resourceName: string): boolean {
    return !this.#undecided.has(resourceName)
  }

  /** Takes all open questions. A change that depends on other answers is only asked about after those answers. */
  take(): { readonly questions: readonly Question[]; readonly isAllAsked: boolean } {
    const open = [...this.#open.values()]
    this.#open.clear()
    this.#undecided.clear()
    const known = open.filter((question) => !isAboutUnknown(question))
    const questions = known.length > 0 ? known : open
    return { questions, isAllAsked: questions.length === open.length }
  }
}

function isAboutUnknown(question: Question): boolean {
  if (question.kind === 'remedy') return containsUnknown(question.resource.properties)
  return (question.kind === 'diff' || question.kind === 'preview') && containsUnknown(question.request.spec)
}

/** Cached, since each question is looked up several times, and the texts of specs are long. */
const keys = new WeakMap<Question, string>()

export function keyOfQuestion(question: Question): string {
  const known = keys.get(question)
  if (known !== undefined) return known
  const key = newKey(question)
  keys.set(question, key)
  return key
}

function newKey(question: Question): string {
  if (question.kind === 'data') return dataKey(question)
  if (question.kind === 'link') return linkKey(question)
  if (question.kind === 'diff') return diffKey(question)
  if (question.kind === 'remedy') return remedyKey(question)
  if (question.kind === 'preview') return previewKey(question)
  return question.kind === 'drawn' ? question.key : keyOf(question.name, question.args)
}

function linkKey({ name, request: { a, b, current } }: LinkQuestion): string {
  const specs = [a.spec, b.spec, metadataValue(a.metadata), metadataValue(b.metadata), current?.data ?? null]
  return keyOf(name, specs)
}

function diffKey({ request: { resourceId, resourceName, current, spec } }: DiffQuestion): string {
  return keyOf(resourceName, [resourceId, current.spec, spec])
}

function previewKey({ request: { resourceId, resourceName, current, spec } }: PreviewQuestion): string {
  return keyOf(resourceName, [resourceId, current?.spec ?? null, spec])
}

function remedyKey({ resource: { name, properties } }: RemedyQuestion): string {
  return keyOf(name, [properties])
}

function dataKey({ name, filters, metadata, settings }: DataQuestion): string {
  const { displayName = null, annotations = null, custom = null } = metadata
  const asked = filters.map(({ field, operator, search }) => [field, operator, search])
  return keyOf(name, [asked, displayName, annotations, custom, settings ?? null])
}

/** `uuid []` */
export function keyOf(name: string, args: readonly Value[]): string {
  return `${name} ${JSON.stringify(args.map(revealed), (_key, value: unknown) =>
    typeof value === 'bigint' ? { integer: String(value) } : value,
  )}`
}
