import { writeFileSync } from 'node:fs'
import { Failure, messageOf } from '@slipway/model'
import type { Exchange } from '@slipway/host'
import { refuseOverOthers } from '../reading/refuse-over-others.ts'

/** Maximum number of recorded calls; a longer recording is useless. */
const mostExchanges = 100_000

/**
 * The calls of plugins, kept until the command ends. Only then are all secrets known, including secrets that plugins made, so that the file contains
 * none.
 */
export class Exchanges {
  readonly #file: string
  readonly #redact: (text: string) => string
  readonly #kept: Exchange[] = []

  /**
   * Prepares a recording in a file.
   *
   * @throws Failure `cli/file-is-there` if the file has other content
   */
  constructor(file: string, redact: (text: string) => string) {
    refuseOverOthers(file, /^\{"pluginId":/, 'give plugins.record, or --out, another name, or move the file away')
    this.#file = file
    this.#redact = redact
  }

  readonly add = (exchange: Exchange): void => {
    if (this.#kept.length < mostExchanges) this.#kept.push(exchange)
  }

  /** Writes one line of JSON per call. */
  write(): void {
    const lines = this.#kept
      .toSorted((a, b) => a.at - b.at)
      .map((exchange) => this.#redact(JSON.stringify(exchange, plain)))
    try {
      writeFileSync(this.#file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
    } catch (error) {
      throw new Failure('cli/unwritable-file', `${this.#file} cannot be written: ${messageOf(error)}`, { cause: error })
    }
  }
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}
