import { stripVTControlCharacters } from 'node:util'
import type { Remark } from '../dialects/dialect.ts'
import { quoted } from '../quoted.ts'

interface Listeners {
  /** Takes known secrets out of a text. */
  readonly redact: ((text: string) => string) | undefined
  /** Writes a line into the log of the plugin. */
  readonly note: (text: string) => void
  readonly tell: (sentence: string) => void
}

/** The most remarks of one launch that are shown: a deprecated property is deprecated in each of a thousand resources. */
const mostTold = 50

/** Characters that a person reads of a remark, and characters in the log. */
const longestTold = 2000
const longestNoted = 8000

/** Receives the remarks of a launched plugin. The log gets all of them; the user gets each once, for the first resource with it. */
export function remarks(
  pluginId: string,
  { redact = (text) => text, note, tell }: Listeners,
): (remark: Remark) => void {
  const told = new Set<string>()
  return ({ level, text, about }) => {
    const plain = redact(text)
    note(`${level === undefined ? 'says' : 'warns'}: ${quoted(plain, longestNoted)}`)
    if (level === undefined || told.has(plain) || told.size > mostTold) return
    told.add(plain)
    const words = stripVTControlCharacters(plain).trim()
    const shown = words.length > longestTold ? `${words.slice(0, longestTold)}…` : words
    const isLast = told.size > mostTold
    if (isLast) tell(`${pluginId} printed more: its log has it (slipway logs)`)
    else tell(`${level}: ${pluginId}${about === '' ? '' : ` of ${about}`}: ${shown}`)
  }
}
