import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { LineSplitter } from '@slipway/processes'

const everyMs = 200
/** The maximum number of bytes read from a log at a time. Of a faster log only a part is shown. */
const most = 256 * 1024

interface Followed {
  readonly file: string
  readonly lines: LineSplitter
  offset: number
}

/** Shows new lines of logs, starting when each log is first named. */
export class FollowedLogs {
  readonly #show: (name: string, line: string) => void
  readonly #logs = new Map<string, Followed>()
  readonly #timer: NodeJS.Timeout

  constructor(show: (name: string, line: string) => void) {
    this.#show = show
    this.#timer = setInterval(() => this.#look(), everyMs)
  }

  /** Follows these logs. @param isNew true for a log to show from its beginning */
  follow(logs: ReadonlyMap<string, string>, isNew: (name: string) => boolean): void {
    for (const name of this.#logs.keys()) if (!logs.has(name)) this.#logs.delete(name)
    for (const [name, file] of logs) {
      const known = this.#logs.get(name)
      if (known?.file === file) continue
      // Another process has another log.
      const offset = known !== undefined || isNew(name) ? 0 : sizeOf(file)
      this.#logs.set(name, { file, offset, lines: new LineSplitter((line) => line) })
    }
    this.#look()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#look()
  }

  #look(): void {
    for (const [name, followed] of this.#logs) {
      const added = readFrom(followed)
      for (const line of added === undefined ? [] : followed.lines.push(added)) this.#show(name, line)
    }
  }
}

function sizeOf(file: string): number {
  return withOpen(file, (descriptor) => fstatSync(descriptor).size) ?? 0
}

function readFrom(followed: Followed): Buffer | undefined {
  return withOpen(followed.file, (descriptor) => {
    const { size } = fstatSync(descriptor)
    // The log was restarted, or has grown beyond the limit.
    if (size < followed.offset) followed.offset = 0
    if (size - followed.offset > most) followed.offset = size - most
    const bytes = Buffer.alloc(size - followed.offset)
    const read = readSync(descriptor, bytes, 0, bytes.length, followed.offset)
    followed.offset += read
    return bytes.subarray(0, read)
  })
}

/** Works with an open file; `undefined` if it is missing or unreadable. The next look may succeed. */
function withOpen<T>(file: string, work: (descriptor: number) => T): T | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    return work(descriptor)
  } catch {
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
