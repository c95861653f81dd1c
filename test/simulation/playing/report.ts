import type { Move } from '../moves/commands.ts'
import type { Violation } from '../model/facts.ts'

/** A sequence in a form that can be pasted into a table of sequences. */
export function scriptOf(moves: readonly Move[]): string {
  return moves.map((move) => `  ${literal(move)},`).join('\n')
}

export interface Found {
  readonly seed: number
  readonly violation: Violation
  readonly moves: readonly Move[]
  /** The events, line by line. */
  readonly log?: readonly string[]
}

export function reportOf({ seed, violation, moves, log = [] }: Found): string {
  const { rule, message } = violation
  return `seed ${seed}: the rule "${rule}" is broken: ${message}\n${scriptOf(moves)}${log.map((line) => `\n    ${line}`).join('')}`
}

/** A value as source code: `{ do: 'up', luck: 1 }`. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'string') return `'${value}'`
  if (typeof value !== 'object' || value === null) return String(value)
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${key}: ${literal(item)}`)
    .join(', ')} }`
}
