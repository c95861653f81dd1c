import type { Console } from '../console.ts'
import { jsonLine, jsonObject, type JsonOptions } from './json-value.ts'
import type { Progress } from './progress.ts'

/** Each event of a run as a JSON line on stdout; talk stays on stderr. */
export function jsonEvents(console: Pick<Console, 'out' | 'err'>, options: JsonOptions): Progress {
  return {
    sink: (event) => {
      const content = event.type === 'run-finished' ? { ...event, exports: jsonObject(event.exports, options) } : event
      console.out.write(jsonLine(content))
    },
    say: (text) => console.err.write(`${text}\n`),
    pause: () => undefined,
    resume: () => undefined,
    close: () => undefined,
  }
}
