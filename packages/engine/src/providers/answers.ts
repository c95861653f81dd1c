import { revealed, type DataSourceFilter, type DataSourceMetadata, type Value, type ValueMap } from '@slipway/model'
import { CallMemo } from '../evaluate/call-memo.ts'

/** Something that only the outside can say. */
export type Question =
  | DataQuestion
  | { readonly kind: 'function'; readonly name: string; readonly args: readonly Value[] }

export interface DataQuestion {
  readonly kind: 'data'
  readonly name: string
  readonly filters: readonly DataSourceFilter[]
  readonly metadata: DataSourceMetadata
}

/** What data sources and functions of providers have answered in this run: each question is asked once. */
export class Answers {
  readonly functions = new CallMemo()
  readonly #data = new Map<string, ValueMap>()

  data(question: DataQuestion): ValueMap | undefined {
    return this.#data.get(dataKey(question))
  }

  keepData(question: DataQuestion, values: ValueMap): void {
    this.#data.set(dataKey(question), values)
  }
}

/** Questions of one pass, each once. */
export class Questions {
  readonly #open = new Map<string, Question>()

  ask(question: Question): void {
    const key = question.kind === 'data' ? dataKey(question) : keyOf(question.name, question.args)
    this.#open.set(`${question.kind} ${key}`, question)
  }

  /** All that are open; they are open no more. */
  take(): readonly Question[] {
    const questions = [...this.#open.values()]
    this.#open.clear()
    return questions
  }
}

function dataKey({ name, filters, metadata }: DataQuestion): string {
  const { displayName = null, annotations = null, custom = null } = metadata
  const asked = filters.map(({ field, operator, search }) => [field, operator, search])
  return keyOf(name, [asked, displayName, annotations, custom])
}

function keyOf(name: string, args: readonly Value[]): string {
  return `${name} ${JSON.stringify(args.map(revealed), (_key, value: unknown) =>
    typeof value === 'bigint' ? { integer: String(value) } : value,
  )}`
}
