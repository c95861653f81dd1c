import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@slipway/model'
import type { RecordNames } from '../../urns/record-names.ts'

/**
 * Milliseconds without a request after which a program's present batch counts as complete. Requests that are sent together arrive within a
 * few milliseconds on this machine. 50 leaves room for a busy one, and is little beside the time of a change. A resource that is destroyed
 * first would be lost if this were too short, and takes longer anyway, so it waits five times as long.
 *
 * Programs without aliases wait, too: any request may be the first with one, whatever came before it, and records do not tell. Whatever is
 * to be changed waits at the same time, so a run waits this long once for each round of requests, not for each resource.
 */
const quiet = { change: 50, destroyFirst: 250 } as const

/**
 * Some programs are never quiet: they keep asking while other resources are changed. The wait is then limited to this many times as long: 0.5 s
 * before a change and 2.5 s before a resource is destroyed first. That is far more than what is sent together takes, and nobody takes it for a hang.
 */
const patience = 10

const asksToo = 'the program asks for as well: rename one with this up, and the other with the next'

/** Tracks recorded resources that get a new URN through an alias. Like Pulumi, refuses to turn one thing into two. */
export class AliasClaims {
  readonly #names: RecordNames
  /** New URNs by recorded URN. */
  readonly #claimed = new Map<string, string>()
  #lastRequest = -Infinity

  constructor(names: RecordNames) {
    this.#names = names
  }

  /**
   * Notes the former URNs of a requested resource. Requests are not answered in order, and a new resource under an old name must not get
   * the record that had the name until now.
   */
  announce(urn: string, formerUrns: readonly string[]): void {
    this.#lastRequest = performance.now()
    this.#names.announce(urn)
    const recordedAs = this.#names.recorded([urn, ...formerUrns])
    if (recordedAs === undefined || !isByAlias(urn, recordedAs, formerUrns)) return
    if (!this.#claimed.has(recordedAs)) this.#claimed.set(recordedAs, urn)
  }

  /** @throws TypeError if another resource claims the same record */
  claim(urn: string, recordedAs: string | undefined, formerUrns: readonly string[]): void {
    const claimedBy = this.#claimed.get(urn)
    if (claimedBy !== undefined) throw new TypeError(inWords(claimedBy, urn))
    if (recordedAs === undefined || !isByAlias(urn, recordedAs, formerUrns)) return
    if (this.#names.asked(recordedAs) !== undefined) throw new TypeError(inWords(urn, recordedAs))
    const other = this.#claimed.get(recordedAs)
    if (other !== undefined && other !== urn)
      throw new TypeError(`${urn} has the alias ${recordedAs}, but so has ${other}: only one of them can be it`)
    this.#claimed.set(recordedAs, urn)
  }

  /**
   * Comes before something recorded is changed, or destroyed to be replaced: a request sent together with it may still be on its way, with
   * an alias for this one. A much later request is refused, but cannot keep this one from being changed.
   *
   * @throws Failure `programs/renamed-and-asked-for`
   */
  async beforeChange(urn: string, recordedAs: string, change: keyof typeof quiet): Promise<void> {
    await this.#untilQuiet(quiet[change])
    const claimedBy = this.#claimed.get(recordedAs)
    if (claimedBy === urn) return
    if (claimedBy !== undefined) throw refusal(inWords(claimedBy, recordedAs))
    // The resource had this name before a failed run.
    if (recordedAs !== urn && this.#names.isAnnounced(recordedAs))
      throw refusal(`${recordedAs} was ${urn} before an up that failed, which ${asksToo}`)
  }

  async #untilQuiet(ms: number): Promise<void> {
    const end = performance.now() + patience * ms
    for (;;) {
      const left = Math.min(this.#lastRequest + ms, end) - performance.now()
      if (left <= 0) return
      await sleep(left)
      await nextTurn()
    }
  }
}

function isByAlias(urn: string, recordedAs: string, formerUrns: readonly string[]): boolean {
  return recordedAs !== urn && formerUrns.includes(recordedAs)
}

function refusal(message: string): Failure {
  return new Failure('programs/renamed-and-asked-for', message)
}

function inWords(urn: string, alias: string): string {
  return `${urn} has the alias ${alias}, which ${asksToo}`
}
