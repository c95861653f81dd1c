import { revealed, type Value } from '@slipway/model'

/** Answers of provider functions, by name and arguments. Each call is made once in a run, even if it is written several times. */
export class CallMemo {
  readonly #answers: Map<string, Value>

  /** @param known another memo, whose answers are used as well */
  constructor(known?: CallMemo) {
    this.#answers = new Map(known === undefined ? [] : known.#answers)
  }

  get isEmpty(): boolean {
    return this.#answers.size === 0
  }

  answer(name: string, args: readonly Value[]): Value | undefined {
    return this.#answers.get(keyOf(name, args))
  }

  keep(name: string, args: readonly Value[], answer: Value): void {
    this.#answers.set(keyOf(name, args), answer)
  }
}

function keyOf(name: string, args: readonly Value[]): string {
  return `${name}${JSON.stringify(args.map(revealed), tagged)}`
}

/** Writes integers as objects, because JSON has no integers beyond the safe range. */
function tagged(_key: string, value: Value): unknown {
  return typeof value === 'bigint' ? { integer: String(value) } : value
}
