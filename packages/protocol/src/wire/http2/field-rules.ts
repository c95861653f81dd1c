/** Headers by name. Of a repeated header, the last value counts: gRPC repeats no header that this code reads. */
export type Headers = ReadonlyMap<string, string>

/** A list of headers as received. */
export interface HeaderList {
  readonly headers: Headers
  /** Bits of the pseudo-headers (those with a colon) that are present. */
  readonly pseudo: number
  /** The reason why the headers are invalid in every message (RFC 9113, 8.2 and 8.3). */
  readonly problem: string | undefined
}

/** The bits of the pseudo-headers of RFC 9113, 8.3. */
const pseudoBits: ReadonlyMap<string, number> = new Map([
  [':method', 1],
  [':scheme', 2],
  [':path', 4],
  [':authority', 8],
  [':status', 16],
])

const requestNeeds = 1 | 2 | 4
const status = 16

/** The headers of HTTP/1 connections, which HTTP/2 forbids because it has frames for them. */
const ofConnection = new Set(['connection', 'proxy-connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

/** Visible ASCII except upper case; a colon only in front. */
const namePattern = /^:?[!-9;-@[-~]+$/
/** Blanks at either end are accepted, against 8.2.1: the Go SDK sends status messages without encoding blanks. */
// oxlint-disable-next-line no-control-regex
const valuePattern = /^[^\0\r\n]*$/

/** Checks a list of headers, one header at a time. */
export class FieldChecker {
  pseudo = 0
  problem: string | undefined
  #hasOrdinary = false

  add(name: string, value: string): void {
    this.problem ??= this.#problemOf(name, value)
  }

  #problemOf(name: string, value: string): string | undefined {
    if (!namePattern.test(name)) return 'a header has a name that is not allowed'
    if (!valuePattern.test(value)) return `the header ${name} has a value that is not allowed`
    if (name.startsWith(':')) return this.#pseudoProblem(name)
    this.#hasOrdinary = true
    if (ofConnection.has(name) || (name === 'te' && value !== 'trailers')) return `the header ${name} is not allowed`
    return undefined
  }

  #pseudoProblem(name: string): string | undefined {
    const bit = pseudoBits.get(name)
    if (bit === undefined) return `the header ${name} is unknown`
    if (this.#hasOrdinary) return `the header ${name} comes after ordinary ones`
    if ((this.pseudo & bit) !== 0) return `the header ${name} comes twice`
    this.pseudo |= bit
    return undefined
  }
}

/** Returns why these headers cannot begin a request; `undefined` when they can. */
export function requestProblem({ headers, pseudo, problem }: HeaderList): string | undefined {
  if (problem !== undefined) return problem
  if ((pseudo & requestNeeds) !== requestNeeds) return 'a request has no method, scheme or path'
  if ((pseudo & status) !== 0) return 'a request has a status'
  return headers.get(':path') === '' ? 'a request has an empty path' : undefined
}

/** Returns why these headers cannot begin an answer; `undefined` when they can. */
export function answerProblem({ headers, pseudo, problem }: HeaderList): string | undefined {
  if (problem !== undefined) return problem
  return pseudo === status && /^[1-9]\d\d$/.test(headers.get(':status') ?? '') ? undefined : 'an answer has no status'
}

/** Returns why these headers cannot end a message; `undefined` when they can. */
export function trailersProblem({ pseudo, problem }: HeaderList): string | undefined {
  return problem ?? (pseudo === 0 ? undefined : 'trailers have a header that belongs in front')
}
