import type { CheckedResource, Program, Want } from '@slipway/engine'
import type { ProgramParts } from '@slipway/engine/run'
import {
  containsSecret,
  containsUnknown,
  type MutableValueMap,
  revealed,
  secret,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { blueprintOf } from '../command/blueprint.ts'
import type { Draft, Reading, Wanted } from '../moves/draft.ts'
import type { Around } from './around-program.ts'
import { type Line, readInto, type Script } from './script.ts'

const origin = { start: 0, end: 0 }

/** A program as the services for Pulumi's programs present it to the engine: only values, and the names of their origins. */
export function goalsProgram(draft: Draft, script: Script, around: Around): Program {
  return async (want, saying) => {
    const { parts, state } = around
    saying.mayGo(({ name }) => parts.mayGo([name]))
    const telling = new Telling(draft, want, around)
    await Promise.race([telling.tell(script), telling.brokenOff, around.stopped()])
    parts.refuseUnknown((state?.resources ?? []).map(({ name }) => [name]))
    const { last } = script
    const record = last && telling.had.get(last.slot)
    saying.exports(record === undefined ? valueMap() : valueMap([['last', record.spec['endpoint'] ?? null]]))
  }
}

class Telling {
  /** Records that the program has received, by slot. */
  readonly had = new Map<number, ResourceRecord>()
  readonly #asked = new Map<number, Promise<ResourceRecord | undefined>>()
  readonly #draft: Draft
  readonly #want: Want
  readonly #around: Around
  readonly #parts: ProgramParts
  readonly #broken = Promise.withResolvers<never>()

  constructor(draft: Draft, want: Want, around: Around) {
    this.#draft = draft
    this.#want = want
    this.#around = around
    this.#parts = around.parts
    this.#broken.promise.catch(() => undefined)
  }

  get brokenOff(): Promise<never> {
    return this.#broken.promise
  }

  async tell({ lines, breaks }: Script): Promise<void> {
    const { clock, breaksNow } = this.#around
    for (const [at, line] of lines.entries()) {
      if (line.pause > 0) await clock.sleep(line.pause)
      if (breaks?.after === at) await breaksNow(breaks, () => this.#again(lines[at - 1]), this.#settled())
      const asked = this.#ask(line)
      asked.catch((thrown: unknown) => this.#broken.reject(thrown))
      this.#asked.set(line.wanted.slot, asked)
      if (line.isAwaited) await asked
    }
    await this.#settled()
  }

  async #settled(): Promise<void> {
    await Promise.all(this.#asked.values())
  }

  async #again(line: Line | undefined): Promise<void> {
    if (line !== undefined) await this.#ask(line)
  }

  async #ask({ wanted, after }: Line): Promise<ResourceRecord | undefined> {
    const how = this.#parts.how([wanted.name])
    for (const slot of after) {
      const record = await this.#asked.get(slot)
      if (record === undefined && how !== 'left') throw new Error(`${wanted.name} needs what this run leaves out`)
    }
    const { definitions } = this.#around
    const resource = this.#goal(wanted, after)
    await definitions.use(resource.type)
    const record = await this.#want(resource, how)
    if (record !== undefined) this.had.set(wanted.slot, record)
    else if (how !== 'left') throw new Error(`${wanted.name} could not be made or read`)
    return record
  }

  #goal(wanted: Wanted, after: readonly number[]): CheckedResource {
    const checked = blueprintOf(this.#draft).resources.get(wanted.name)
    if (checked === undefined) throw new Error(`the draft does not have ${wanted.name}`)
    const names = new Map(this.#draft.resources.map(({ slot, name }) => [slot, name]))
    const dependsOn = after.flatMap((slot) => (this.had.has(slot) ? (names.get(slot) ?? []) : []))
    return { ...checked, dependsOn, spec: { kind: 'literal', value: this.#spec(wanted), origin } }
  }

  #spec(wanted: Wanted): ValueMap {
    const { value, pinned, key, within, secret: hidden } = wanted
    const read = (into: Reading['into']): Value[] =>
      readInto(into, wanted).map(({ slot, output }) => this.had.get(slot)?.spec[output] ?? null)
    const spec: MutableValueMap = valueMap([['value', joined([value, ...read('value')])]])
    if (pinned !== undefined) spec['pinned'] = joined([pinned, ...read('pinned')])
    if (within !== undefined) spec['within'] = this.had.get(within)?.spec['id'] ?? null
    if (key !== undefined) spec['key'] = key
    if (hidden !== undefined) spec['secret'] = secret(hidden)
    const needs = read('needs')
    if (needs.length > 0) spec['needs'] = needs
    return spec
  }
}

/** Joins parts to one value. An unknown part makes the whole unknown. */
function joined(parts: readonly Value[]): Value {
  const unknown = parts.find(containsUnknown)
  if (unknown !== undefined) return unknown
  const text = parts.map(textOf).join('')
  return parts.some(containsSecret) ? secret(text) : text
}

function textOf(part: Value): string {
  const plain = revealed(part)
  return typeof plain === 'string' ? plain : ''
}
